import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './QrCode.module.css'
import { qrPath } from './qr-path.ts'

/** The quiet zone that readers want around a code, in modules. */
const quiet = 3

const codeOf = async (text: string) => {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  return { size, path: qrPath(data) }
}

/** A text to scan, drawn here; its code comes when it is first needed. Nothing where it can't be: the text is there too. */
export const QrCode = ({ text }: { text: string }) => {
  const { t } = useTranslation('ui')
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => codeOf(text),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  if (!data) return <span className={styles.qr} aria-hidden="true" />
  const whole = data.size + 2 * quiet
  return (
    <svg
      className={styles.qr}
      viewBox={`${-quiet} ${-quiet} ${whole} ${whole}`}
      role="img"
      aria-label={t('qr', { text })}
      shapeRendering="crispEdges"
    >
      <path d={data.path} />
    </svg>
  )
}
