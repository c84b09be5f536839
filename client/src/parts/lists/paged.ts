import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** A list that is asked for page by page, whatever is in it. */
export type Paged = UseInfiniteQueryResult<unknown>
