import { expect, test } from 'vitest'
import { flameGraph, flamesOf } from './flame.ts'

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 4 })
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 5] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('serve', 'file:///x/bff/dist/live/intake.js'), children: [4] },
    { id: 4, callFrame: frame('parse<T>', 'file:///x/node_modules/zod/v4/core/parse.js') },
    { id: 5, callFrame: frame('rare') },
  ],
  samples: [3, 4, 2, 4, 5, 3],
  // A sample lasts until the next: serve 100, parse 300, idle 400, parse 599, rare 1.
  timeDeltas: [0, 100, 300, 400, 599, 1],
}

test('a flame holds its own time and that of what it called, without idle time', () => {
  const [serve, rare] = flamesOf(profile).under.filter(({ share }) => share > 0)
  expect(serve).toMatchObject({ name: 'serve live/intake.js:5', category: 'bff/live', share: 0.999 })
  expect(serve?.under).toMatchObject([{ category: 'zod', share: 0.899 }])
  expect(rare).toMatchObject({ name: 'rare', share: 0.001 })
})

test('the picture shows names as text, and leaves out what is too thin to see', () => {
  const svg = flameGraph(profile, 'A & B')
  expect(svg).toContain('A &#38; B')
  expect(svg).toContain('parse&#60;T&#62; core/parse.js:5: 89.9 %')
  expect(svg).not.toContain('rare')
})

test('what is no profile is refused', () => {
  expect(() => flamesOf({ nodes: 1 })).toThrow('nodes')
})
