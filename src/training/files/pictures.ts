/** Photos and signatures that the training drivers "take": drawings derived from the name, stamped TRAINING. */
import { dice, type Dice } from '../data/dice.ts';
import { Picture, type Colour } from './png.ts';

/** Glyphs five wide and seven high, only for the letters of one word. */
const letters: Record<string, readonly string[]> = {
  T: ['#####', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', '  #  '],
  R: ['#### ', '#   #', '#   #', '#### ', '# #  ', '#  # ', '#   #'],
  A: [' ### ', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
  I: ['#####', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', '#####'],
  N: ['#   #', '##  #', '# # #', '#  ##', '#   #', '#   #', '#   #'],
  G: [' ### ', '#   #', '#    ', '# ###', '#   #', '#   #', ' ### '],
};

/** Writes the word diagonally, rising from left to right over the whole width. */
function stamp(picture: Picture, colour: number): void {
  const word = Array.from('TRAINING');
  const point = Math.floor(picture.width / (word.length * 6 + 2));
  const middle = (picture.height - 7 * point) / 2;
  word.forEach((letter, place) => {
    const left = point * (1 + place * 6);
    const top = middle + ((word.length - 1) / 2 - place) * point * 2;
    (letters[letter] ?? []).forEach((row, y) => {
      Array.from(row).forEach((mark, x) => {
        if (mark === '#') picture.fill(left + x * point, top + y * point, point, point, colour);
      });
    });
  });
}

const doors: readonly Colour[] = [
  [120, 60, 40],
  [40, 80, 60],
  [50, 60, 110],
  [140, 140, 140],
];

/** A parcel in front of a door. */
function photo(chance: Dice): Picture {
  const wall: Colour = [200 + chance.whole(0, 40), 190 + chance.whole(0, 40), 170 + chance.whole(0, 40)];
  const palette: Colour[] = [wall, [90, 90, 95], chance.pick(doors), [176, 132, 84], [226, 200, 150], [200, 20, 30]];
  const picture = new Picture(320, 240, palette);
  picture.fill(0, 190, 320, 50, 1);
  const door = chance.whole(40, 180);
  picture.fill(door, 40, 90, 155, 2);
  picture.fill(door + 76, 118, 6, 6, 4);
  const [width, height] = [chance.whole(40, 90), chance.whole(30, 60)];
  const left = door + chance.whole(-20, 40);
  picture.fill(left, 215 - height, width, height, 3);
  picture.fill(left + width / 2 - 4, 215 - height, 8, height, 4);
  stamp(picture, 5);
  return picture;
}

/** A hasty signature on a touchscreen. */
function signature(chance: Dice): Picture {
  const picture = new Picture(320, 120, [
    [255, 255, 255],
    [20, 30, 90],
    [245, 200, 200],
  ]);
  stamp(picture, 2);
  const waves = Array.from({ length: 4 }, () => ({ height: chance.whole(4, 16), length: chance.whole(9, 40) }));
  for (let step = 0; step < 900; step += 1) {
    const along = step / 900;
    const sway = waves.reduce((sum, { height, length }) => sum + height * Math.sin((step * 3) / length), 0);
    const x = 40 + along * 230 + 12 * Math.sin(step / 17);
    picture.fill(x, 60 + sway * (1 - along * 0.6), 2, 2, 1);
  }
  return picture;
}

/**
 * @param seed of the service
 * @param of the id of the stop or order
 * @param name of the file, `photo-1.png`
 */
export function drawPicture(seed: number, of: string, name: string): Buffer {
  const chance = dice(seed, `picture ${of} ${name}`);
  return (name.startsWith('photo') ? photo(chance) : signature(chance)).png();
}
