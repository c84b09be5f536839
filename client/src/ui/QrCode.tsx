import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './QrCode.module.css'

/** The dark modules of a code as one SVG path, a unit each; those that touch in a row are one piece. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string => {
  const pieces: string[] = []
  modules.forEach((row, y) => {
    let x = 0
    while (x < row.length) {
      const from = x
      while (row[x]) x += 1
      if (x > from) pieces.push(`M${from} ${y}h${x - from}v1h-${x - from}z`)
      x += 1
    }
  })
  return pieces.join('')
}

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
