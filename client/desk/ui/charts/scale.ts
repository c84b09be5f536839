/** Lengths between the labels of an axis of time, in milliseconds. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1_440].map((minutes) => minutes * 60_000)

/** The labels of an axis that begins at 0: two or three, the last of them at least `most`. */
export const valueTicks = (most: number): readonly number[] => {
  const half = Math.max(most, 1e-9) / 2
  const power = 10 ** Math.floor(Math.log10(half))
  const step =
    [1, 2, 2.5, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((each) => each >= half) ?? half
  // Of what is counted there is no half.
  const whole = most <= 2 ? 1 : step
  return whole >= most ? [0, whole] : [0, whole, 2 * whole]
}

/** Times of the clock between two moments, so many at most: at full minutes, hours or days of this place. */
export const timeTicks = (from: number, to: number, most: number): readonly number[] => {
  const step = timeSteps.find((each) => (to - from) / each <= most) ?? 86_400_000
  const offset = new Date(to).getTimezoneOffset() * 60_000
  const first = Math.ceil((from - offset) / step) * step + offset
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, nth) => first + nth * step,
  )
}

/** Where `value` is between `from` and `to`, on a length from 0. */
export const place = (value: number, from: number, to: number, length: number): number =>
  to === from ? 0 : ((value - from) / (to - from)) * length

/** First and last index of each run of points that follow one another without a hole and have something. */
export const runs = (
  times: readonly number[],
  stepMs: number,
  has: (index: number) => boolean,
): readonly (readonly [first: number, last: number])[] => {
  const found: [number, number][] = []
  for (const [index, at] of times.entries()) {
    if (!has(index)) continue
    const run = found.at(-1)
    const before = times[index - 1]
    if (run && run[1] === index - 1 && before !== undefined && at - before <= 1.5 * stepMs) run[1] = index
    else found.push([index, index])
  }
  return found
}

/** An SVG path through points, at tenths of a pixel. */
export const pathThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${+x.toFixed(1)} ${+y.toFixed(1)}`).join('')
