import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins } from '../../lib/format.ts'
import { useCalm } from '../../lib/play-settings.ts'

/** As the motion tokens have it. */
const countMs = 900

/** An amount that counts up once, in 900 ms; at once where motion is unwanted. Asks for no frames afterwards. */
export const CountUp = ({ to }: { to: bigint }) => {
  const { i18n } = useTranslation()
  const calm = useCalm()
  const [part, setPart] = useState(calm ? 1 : 0)
  useEffect(() => {
    if (calm) {
      setPart(1)
      return
    }
    const start = performance.now()
    let handle = 0
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / countMs))
      setPart(1 - (1 - share) ** 3)
      if (share < 1) handle = requestAnimationFrame(step)
    }
    handle = requestAnimationFrame(step)
    return () => cancelAnimationFrame(handle)
  }, [calm])
  const shown = (to * BigInt(Math.round(part * 10_000))) / 10_000n
  return <>{formatCoins(shown.toString(), i18n.language)}</>
}
