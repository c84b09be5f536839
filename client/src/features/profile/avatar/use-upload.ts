import { useEffect, useRef, useState } from 'react'
import { uploadAvatar } from '../../../lib/account-calls.ts'
import { errorText, showNotice } from '../../../lib/notices.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { useOutdated } from '../queries.ts'

/** Sends pictures, one at a time; whoever leaves stops it. */
export const useUpload = (userId: string) => {
  const [share, setShare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const outdated = useOutdated(userId)

  useEffect(() => () => running.current?.abort(), [])

  /** True when it is the avatar now. */
  const send = async (image: Blob): Promise<boolean> => {
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    setTrouble(null)
    setShare(0)
    try {
      const { avatar } = await uploadAvatar(image, { onProgress: setShare, signal })
      sessionActor.send({ type: 'session.userChanged', user: { avatar } })
      showNotice('avatar-uploaded', 'good')
      void outdated('avatars')
      return true
    } catch (error) {
      if (!signal.aborted) setTrouble(errorText(error))
      return false
    } finally {
      setShare(null)
    }
  }
  return {
    /** How much is sent, 0 to 1; null while nothing is. */
    share,
    trouble,
    send,
    cancel: () => running.current?.abort(),
  }
}
