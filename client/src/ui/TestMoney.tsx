import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from './Chip.tsx'

/** The server's last answer, shared by all places. */
let known = false

/** Whether the server's online deposits are test money. False until known. */
const useIsSandbox = (): boolean => {
  const [isSandbox, setSandbox] = useState(known)
  useEffect(() => {
    const ask = async () => {
      // The settings load with their parser, which Home does without.
      const { publicConfig } = await import('../lib/public-config.ts')
      known = (await publicConfig.load()).testMoney === true
      setSandbox(known)
    }
    // A missing part of the page is reported elsewhere; here only the label is missing.
    ask().catch(() => undefined)
  }, [])
  return isSandbox
}

/** A label for test money. */
export const TestMoney = ({ className }: { className?: string | undefined }) => {
  const { t } = useTranslation('ui')
  return (
    <Chip small tone="warn" className={className}>
      {t('testMoney')}
    </Chip>
  )
}

/** The label next to a balance of bonus coins, if online deposits are test money. */
export const TestBalance = ({
  promo,
  className,
}: {
  /** The bonus coins of the balance. */
  promo: string
  className?: string | undefined
}) => (useIsSandbox() && promo !== '0' ? <TestMoney className={className} /> : null)
