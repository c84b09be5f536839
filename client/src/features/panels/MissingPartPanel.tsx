import { useTranslation } from 'react-i18next'
import { useReloadWhenBack } from '../../lib/missing-part.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './notice-panel.module.css'

/**
 * A part of what was asked for could not be fetched. The page reloads once it can be, but never from a seat: there the
 * player chooses when. Made of nothing that may itself be missing.
 */
export const MissingPartPanel = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('common', { useSuspense: false })
  const isSeated = useConnection(({ context }) => context.seated !== null)
  const reloads = useReloadWhenBack(!isSeated)
  return (
    <section className={classes(styles.panel, styles.warns)} role="alert">
      <Icon className={styles.sign} name="offline" size={24} />
      <div>
        <h2 className={styles.title}>{t('chunk.title')}</h2>
        <p className={styles.text}>{t('chunk.text')}</p>
        {reloads && <p className={styles.text}>{t('chunk.waits')}</p>}
      </div>
      <IconButton className={styles.close} icon="close" label={t('action.close')} onClick={onClose} />
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
      </div>
    </section>
  )
}
