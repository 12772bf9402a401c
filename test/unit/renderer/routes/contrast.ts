/** How far colours are apart (WCAG 2.2). */

export type Triple = readonly [number, number, number];

/** Linear red, green and blue of `#rrggbb`. */
export const linear = (hex: string): Triple => {
  const of = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [of(1), of(3), of(5)];
};

const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
/** From 1, the same, to 21, black and white. */
export const contrast = (one: string, other: string) => {
  const [darker = 0, lighter = 0] = [one, other].map((hex) => luminance(linear(hex))).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};
