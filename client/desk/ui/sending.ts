import { useState } from 'react'
import { useMounted } from '../../src/lib/use-mounted.ts'
import { wordsFor } from '../api.ts'
import { toast } from './ToastRegion.tsx'

type Ending = {
  /** Whether what was sent from is still open. */
  isOpen: () => boolean
  close: () => void
  /** Shows there why it was refused. */
  refuse: (error: unknown) => void
  /** Says it in passing. */
  note: (error: unknown) => void
}

/** Ends as `act` does: once a dialog was closed, its answer closes no other one, and a refusal is said all the same. */
export const endSending = async (
  act: Promise<unknown>,
  { isOpen, close, refuse, note }: Ending,
): Promise<void> => {
  try {
    await act
  } catch (error) {
    return isOpen() ? refuse(error) : note(error)
  }
  if (isOpen()) close()
}

/** What a form in a dialog sends: `send` closes the dialog when it is done, `error` says why it was refused. */
export const useSending = (onClose: () => void, words: (error: unknown) => string = wordsFor) => {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const mounted = useMounted()
  const send = (act: Promise<unknown>): Promise<void> => {
    setBusy(true)
    return endSending(act, {
      isOpen: () => mounted.current,
      close: onClose,
      refuse: (refused) => {
        setError(words(refused))
        setBusy(false)
      },
      note: (refused) => toast.bad(words(refused)),
    })
  }
  return { error, setError, isBusy, send }
}
