import {
  type TermsBlock,
  type TermsDocument,
  type TermsPage,
  type TextRun,
  termsCalls,
} from '@minefall/shared/contracts/rest'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createElement, Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './terms.module.css'

/** Children that stay in their places need no keys. */
const inOrder = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

const runOf = ({ text, strong, href }: TextRun): ReactNode => {
  if (href !== undefined)
    return (
      <a href={href} rel="noopener noreferrer">
        {text}
      </a>
    )
  return strong ? <strong>{text}</strong> : text
}
const textOf = (runs: readonly TextRun[]): ReactNode => inOrder(runs.map(runOf))

const itemOf = (runs: readonly TextRun[]): ReactNode => <li>{textOf(runs)}</li>

const blockOf = (block: TermsBlock): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return <h2>{textOf(block.text)}</h2>
    case 'paragraph':
      return <p>{textOf(block.text)}</p>
    case 'list':
      return <ul>{inOrder(block.items.map(itemOf))}</ul>
  }
}

/** Different widths: they are the keys of their lines. */
const lines = ['60%', '100%', '92%', '97%', '40%', '98%', '88%'] as const

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    {lines.map((width) => (
      <Skeleton key={width} width={width} height="20px" />
    ))}
  </div>
)

/**
 * A document as it reads in a language. It stands in for itself in the language chosen next until that is there: a page
 * that began again would leave its place, and take the focus from where the language was chosen.
 */
export const pageQuery = (document: TermsDocument, language: string) =>
  queryOptions({
    queryKey: ['terms', document, language],
    queryFn: ({ signal }): Promise<TermsPage> =>
      ask(termsCalls.page, { params: { document }, query: { language }, signal }),
    placeholderData: (page) => (page?.document === document ? page : undefined),
  })

export type TermsScreenProps = { document: TermsDocument }

/** One of the operator's documents, in the player's language or in English. */
export const TermsScreen = ({ document }: TermsScreenProps) => {
  const { t, i18n } = useTranslation(['terms', 'orders', 'notices'])
  const { language } = i18n
  const asked = useQuery(pageQuery(document, language))
  const failure = useFailureText(asked.error)
  const page = asked.data
  return (
    <article className={classes(shape.wrap, styles.page)} lang={page?.language}>
      {page ? (
        <>
          <PageTitle className={shape.h28}>{page.title}</PageTitle>
          <p className={styles.version}>{t('version', { version: page.version })}</p>
          {inOrder(page.blocks.map(blockOf))}
        </>
      ) : (
        <QueryState
          of={asked}
          skeleton={<Waiting />}
          waiting={{ title: t('offline.title'), text: t('offline.text') }}
          failed={{ title: t('failed'), text: failure }}
        />
      )}
    </article>
  )
}
