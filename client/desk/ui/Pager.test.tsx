import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { callError } from '../../src/lib/call-error.ts'
import { Pager } from './Waiting.tsx'

const drawn = (isFetchNextPageError: boolean) =>
  renderToStaticMarkup(
    <Pager
      of={{
        ...{ rows: [1, 2], hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError },
        error: isFetchNextPageError ? callError(1503, 'no connection') : null,
        fetchNextPage: () => undefined,
      }}
    />,
  )

test('below a list it says why more of it did not come, with the way to it', () => {
  expect(drawn(true)).toMatch(/role="alert">The server can’t be reached\..+Try again/)
  expect(drawn(false)).toMatch(/2 shown.+Show more/)
  expect(drawn(false)).not.toContain('alert')
})
