import { useEffect } from 'react'
import { howWeCame, mayReload } from './missing-part.ts'
import { onceServerAnswers } from './server-back.ts'

/** Reloads the page as soon as the server answers, while `wanted`; answers whether it will. */
export const useReloadWhenBack = (wanted: boolean): boolean => {
  const reloads = wanted && mayReload(howWeCame())
  useEffect(() => {
    if (!reloads) return
    const ended = new AbortController()
    onceServerAnswers(() => window.location.reload(), ended.signal)
    return () => ended.abort()
  }, [reloads])
  return reloads
}
