import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Coin } from '../../ui/Coin.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TileSample } from '../../ui/TileSample.tsx'
import styles from './HowItWorks.module.css'

const Step = ({ art, title, text }: { art: ReactNode; title: string; text: string }) => (
  <Panel as="li" className={styles.step}>
    <div className={styles.art} aria-hidden="true">
      {art}
    </div>
    <div>
      <h3 className={shape.h20}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </div>
  </Panel>
)

/** The rules in three pictures. */
export const HowItWorks = () => {
  const { t } = useTranslation('home')
  return (
    <section id="how" className={styles.section} aria-labelledby="how-title">
      <h2 id="how-title" className={shape.h28}>
        {t('how.title')}
      </h2>
      <ol className={styles.steps}>
        <Step
          title={t('how.open.title')}
          text={t('how.open.text')}
          art={
            <>
              <TileSample state="closed" />
              <TileSample state="closed" />
              <TileSample state="closed" />
              <TileSample state="closed" />
              <TileSample state="pending" />
              <TileSample state="closed" />
            </>
          }
        />
        <Step
          title={t('how.mine.title')}
          text={t('how.mine.text')}
          art={
            <>
              <TileSample state="open" clue={2} />
              <TileSample state="closed" />
              <TileSample state="open" clue={1} />
              <TileSample state="closed" />
              <TileSample state="mine" />
              <TileSample state="closed" />
            </>
          }
        />
        <Step
          title={t('how.win.title')}
          text={t('how.win.text')}
          art={<Coin className={styles.coin} purse="coin" />}
        />
      </ol>
    </section>
  )
}
