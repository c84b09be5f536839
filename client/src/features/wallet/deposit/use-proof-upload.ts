import { type OrderDetail, walletCalls } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { imageForm } from '../../../lib/http.ts'
import { lightPicture } from '../../../lib/light-picture.ts'
import { checkPicture } from '../../../lib/picture.ts'

/** A picture that is chosen, and on its way; whoever leaves stops it. */
export const useProofUpload = (orderId: string) => {
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<NoticeName | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isCancelled, setCancelled] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const forget = () => {
    setTrouble(null)
    setCancelled(false)
  }
  /** Takes a file, or says why it can't be taken. */
  const take = async (chosen: File | undefined) => {
    if (!chosen || running.current) return
    const checked = await checkPicture(chosen)
    forget()
    setRefused('refused' in checked ? checked.refused : null)
    if (!('refused' in checked)) setFile(chosen)
  }
  /** The order as it is with the picture; null when it did not get there. */
  const send = async (): Promise<OrderDetail | null> => {
    if (!file || running.current) return null
    const abort = new AbortController()
    running.current = abort
    forget()
    setShare(0)
    try {
      const order = await ask(walletCalls.uploadProof, {
        params: { id: orderId },
        body: imageForm(await lightPicture(file)),
        onProgress: setShare,
        signal: abort.signal,
      })
      setFile(null)
      return order
    } catch (error) {
      if (abort.signal.aborted) setCancelled(true)
      else setTrouble(errorText(error))
      return null
    } finally {
      running.current = null
      setShare(null)
    }
  }
  return {
    file,
    refused,
    /** How much is sent, 0 to 1; null while nothing is. */
    share,
    trouble,
    isCancelled,
    take,
    send,
    cancel: () => running.current?.abort(),
    remove: () => {
      forget()
      setFile(null)
    },
  }
}
export type ProofUploading = ReturnType<typeof useProofUpload>
