int _NSGetExecutablePath(char *path, unsigned int *size);
