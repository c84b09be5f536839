import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Fairness.module.css'

const FairnessDialog = lazy(async () => ({ default: (await import('./FairnessDialog.tsx')).FairnessDialog }))

/** Fairness in one line, and the way to more. */
export const Fairness = () => {
  const { t } = useTranslation('home')
  const [open, setOpen] = useState(false)
  const [asked, ask] = useState(false)
  return (
    <section id="fairness" className={classes(shape.wrap, styles.section)} aria-label={t('fair.title')}>
      <Panel className={styles.fair}>
        <Icon className={styles.sign} name="shield" size={28} />
        <p className={styles.line}>{t('fair.line')}</p>
        <Button
          className={styles.link}
          variant="text"
          onClick={() => {
            ask(true)
            setOpen(true)
          }}
        >
          {t('fair.link')}
        </Button>
      </Panel>
      {asked && (
        <Suspense fallback={null}>
          <FairnessDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
