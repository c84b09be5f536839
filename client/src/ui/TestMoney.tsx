import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from './Chip.tsx'

/** What the server said last: the same for every place that asks. */
let known = false

/** Whether online deposits are test money here, as the server says. False until it is known. */
const useIsSandbox = (): boolean => {
  const [isSandbox, setSandbox] = useState(known)
  useEffect(() => {
    const ask = async () => {
      // The settings come with their parser, which Home is shown without.
      const { publicConfig } = await import('../lib/public-config.ts')
      known = (await publicConfig.load()).testMoney === true
      setSandbox(known)
    }
    // Where a part of the page can't be had, another place says so; here the label is missing.
    ask().catch(() => undefined)
  }, [])
  return isSandbox
}

/** Says that coins are test money. */
export const TestMoney = ({ className }: { className?: string | undefined }) => {
  const { t } = useTranslation('ui')
  return (
    <Chip small tone="warn" className={className}>
      {t('testMoney')}
    </Chip>
  )
}

/** Beside a balance of bonus coins: says that it holds test money, where online deposits are that. */
export const TestBalance = ({
  promo,
  className,
}: {
  /** Bonus coins, as the balance says. */
  promo: string
  className?: string | undefined
}) => (useIsSandbox() && promo !== '0' ? <TestMoney className={className} /> : null)
