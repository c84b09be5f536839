import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether this is the tab that may: of all that want the same, one at a time. `onTurn` is called first, to look whether
 * there is still something to want. Without Web Locks every tab may.
 */
export const useAlone = (name: string, wants: boolean, onTurn: () => void): boolean => {
  const [has, setHas] = useState(false)
  const begin = useEffectEvent(() => {
    onTurn()
    setHas(true)
  })
  useEffect(() => {
    if (!wants) return
    const ended = new AbortController()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const take = () => {
      if (ended.signal.aborted) return
      begin()
      return held
    }
    if ('locks' in navigator)
      navigator.locks.request(name, { signal: ended.signal }, take).catch(() => undefined)
    else take()
    return () => {
      ended.abort()
      release()
      setHas(false)
    }
  }, [name, wants])
  return has
}
