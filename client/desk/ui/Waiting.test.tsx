import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { callError } from '../../src/lib/call-error.ts'
import { Waiting } from './Waiting.tsx'
import { unknownPlayer } from './words.ts'

test('a guest who only looks around is not said to be gone: nothing is stored about them', () => {
  const of = { error: callError(1404, 'not found'), refetch: async () => expect.fail('is not asked again') }
  expect(renderToStaticMarkup(<Waiting of={of} />)).toContain('This no longer exists.')
  const shown = renderToStaticMarkup(<Waiting of={of} words={unknownPlayer} />)
  expect(shown).toContain('Nothing is stored about this guest.')
  expect(shown).not.toContain('no longer')
})
