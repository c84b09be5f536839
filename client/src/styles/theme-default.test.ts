import { defaultTheme, derive } from '@minefall/shared/theme'
import { expect, it } from 'vitest'

/** The default theme is written out, so that the first paint needs no script. */
it('is what the default theme derives to', async () => {
  const { scheme, variables } = derive(defaultTheme.colors)
  const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};`)
  const css = [
    '/* Written from shared/theme by the test beside it: vitest -u writes it again. */',
    ':root {',
    `  color-scheme: ${scheme};`,
    ...lines,
    '}',
    '',
  ].join('\n')
  await expect(css).toMatchFileSnapshot('./theme-default.css')
})
