import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { z } from 'zod'

/**
 * What the page keeps in its address: filters, the chosen tab, the selected row. All values are strings, and every one
 * needs a default: `z.object({ tab: z.enum(['open', 'closed']).catch('open') })`. Setting leaves the others as they
 * are and adds no entry to the history; undefined takes one out.
 */
export const usePlace = <S extends z.ZodType<object>>(schema: S) => {
  const place = schema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setPlace = useCallback(
    (change: { [K in keyof z.output<S>]?: z.output<S>[K] | undefined }) =>
      navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  return [place, setPlace] as const
}
