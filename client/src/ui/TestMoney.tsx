import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicConfig } from '../lib/public-config.ts'
import { Chip } from './Chip.tsx'

/** Whether online deposits are test money here, as the server says. False until it is known. */
const useIsSandbox = (): boolean => {
  const [isSandbox, setSandbox] = useState(publicConfig.current().testMoney === true)
  useEffect(() => {
    let isShown = true
    void publicConfig.load().then(({ testMoney }) => isShown && setSandbox(testMoney === true))
    return () => {
      isShown = false
    }
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
