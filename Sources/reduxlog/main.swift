print("reduxlog")
