import { noTotals } from '@minefall/shared/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { take } from '../../live.ts'
import { NoRows } from './Connections.tsx'

test('an empty list says that no one is connected only once every node has told of its connections', () => {
  take({ name: 'connections.totals', payload: { ...noTotals, live: 4 } }, 'token')
  expect(renderToStaticMarkup(<NoRows all={0} />)).toContain('Asking every node')
  expect(renderToStaticMarkup(<NoRows all={4} />)).toContain('No matching connections')
})
