/// JavaScript that measures a page as a person sees it.
enum PageScript {
  /// The elements whose text is cut off without a sign, and the page if it scrolls sideways.
  ///
  /// Text that ends in an ellipsis by its style isn't cut off without a sign; elements that scroll aren't either.
  static let clipped = """
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} too wide`);
    const shows = (style, axis) => ["auto", "scroll"].includes(style[`overflow${axis}`]);
    for (const element of document.querySelectorAll("#page *")) {
      const style = getComputedStyle(element);
      if (element.checkVisibility && !element.checkVisibility()) continue;
      if (element.matches("canvas, select, option, input, .offscreen") || element.clientWidth === 0) continue;
      if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
      // The text's own box, against each box around that clips.
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      for (let box = element; box && box !== root; box = box.parentElement) {
        const around = getComputedStyle(box);
        const area = box.getBoundingClientRect();
        if (around.textOverflow === "ellipsis") break;
        if (shows(around, "X") || shows(around, "Y")) break;
        if (around.overflowX !== "visible" && (text.right > area.right + 1 || text.left < area.left - 1))
          found.push(`${element.className || element.tagName}: ${element.textContent.slice(0, 60)}`);
        else if (around.overflowY !== "visible" && (text.bottom > area.bottom + 1 || text.top < area.top - 1))
          found.push(`${element.className || element.tagName}, in height: ${element.textContent.slice(0, 60)}`);
        else continue;
        break;
      }
    }
    return [...new Set(found)].slice(0, 10);
    """

  /// The parts of a colour, its luminance, and the contrast of two, by WCAG 2.2.
  private static let contrast = """
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const parts = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (rgb) => rgb.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const contrast = (one, other) => {
      const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };

    """

  /// The colours of the style sheet whose contrast with a ground is too low: 4.5 to 1 for text, 3 to 1 for marks, edges and
  /// the focus. The lanes draw in the same colours.
  static let faintColours =
    contrast + """
      const style = getComputedStyle(document.documentElement);
      const colour = (name) => parts(style.getPropertyValue(`--${name}`)).slice(0, 3);
      const found = [];
      for (const ground of ["ground", "raised", "selected", "bad-ground"]) {
        for (const [names, least] of [[["text", "quiet", "accent", "good", "bad", "unsure"], 4.5], [["edge"], 3]]) {
          for (const name of names) {
            const ratio = contrast(colour(name), colour(ground));
            if (!(ratio >= least)) found.push(`${name} on ${ground}: ${ratio.toFixed(2)}`);
          }
        }
      }
      return found;
      """

  /// The texts whose contrast with what is behind them is under 4.5 to 1.
  static let faint =
    contrast + """
      const over = ([r, g, b, a], below) => [r, g, b].map((part, index) => (part * a + below[index] * (255 - a)) / 255);
      const ground = (element) => {
        if (!element) return over(parts(getComputedStyle(document.documentElement).backgroundColor), over(parts("Canvas"), [255, 255, 255]));
        const colour = parts(getComputedStyle(element).backgroundColor);
        return colour[3] === 255 ? colour.slice(0, 3) : over(colour, ground(element.parentElement));
      };
      const found = new Set();
      for (const element of document.querySelectorAll("#page *")) {
        if (element.checkVisibility && !element.checkVisibility()) continue;
        if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
        if (element.matches("option")) continue;
        const behind = ground(element);
        const text = over(parts(getComputedStyle(element).color), behind);
        const ratio = contrast(text, behind);
        if (ratio < 4.5) found.add(`${ratio.toFixed(2)} ${element.className || element.tagName}: ${element.textContent.slice(0, 40)}`);
      }
      return [...found].slice(0, 10);
      """
}
