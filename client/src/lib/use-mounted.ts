import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still there, to be asked after a call: a late answer must not move a player who has left. */
export const useMounted = (): Readonly<RefObject<boolean>> => {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
