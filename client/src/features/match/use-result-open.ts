import type { MatchState } from '@minefall/shared/game'
import { useEffect, useRef, useState } from 'react'

/** The last tile and the pot are seen before the dialog covers them, in milliseconds. */
const pauseMs = 1700

/** Whether the result dialog is open: a moment after the end we saw, at once for an end we came back to. */
export const useResultOpen = (
  state: MatchState,
  calm: boolean,
): { open: boolean; fresh: boolean; show(): void; hide(): void } => {
  const over = state.result !== null
  const sawRunning = useRef<string | null>(null)
  const [open, setOpen] = useState(false)
  if (!over) sawRunning.current = state.matchId
  const fresh = over && sawRunning.current === state.matchId
  useEffect(() => {
    if (!over) {
      setOpen(false)
      return
    }
    if (!fresh || calm) {
      setOpen(true)
      return
    }
    const timer = setTimeout(() => setOpen(true), pauseMs)
    return () => clearTimeout(timer)
  }, [over, fresh, calm])
  return { open: open && over, fresh, show: () => setOpen(true), hide: () => setOpen(false) }
}
