import type { ReactNode } from 'react'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './backups.module.css'

interface Asked<T> {
  data: T | undefined
  isError: boolean
  error: unknown
  refetch(): unknown
}

interface Props<T> {
  head: ReactNode
  /** Stands in place of the plan, whatever is asked. */
  instead?: ReactNode
  /** What the plan is made from, and what it is called that it was not to be had. */
  asked: Asked<T>
  failed: string
  children(data: T): ReactNode
}

/** The page of what becomes of the things of a home: its head, and below it the plan once it is known. */
export function PlanPage<T>({ head, instead, asked, failed, children }: Props<T>) {
  const text = useText()
  return (
    <>
      {head}
      {instead ??
        (asked.isError ? (
          <ErrorState title={failed} onRetry={() => void asked.refetch()}>
            {failureText(asked.error, text)}
          </ErrorState>
        ) : asked.data === undefined ? (
          <Skeleton height="24rem" />
        ) : (
          children(asked.data)
        ))}
    </>
  )
}

interface BoardProps {
  children: ReactNode
  /** What is done with what was chosen. */
  deed: { title: string; shown: ReactNode }
  /** However long the list is, it stays at hand. */
  foot?: ReactNode
}

/** Things of a home, and beside them what is done with them. */
export function PlanBoard({ children, deed, foot }: BoardProps) {
  return (
    <div className={styles.board}>
      <div className={styles.parts}>{children}</div>
      <div className={styles.deed}>
        <Card title={deed.title}>{deed.shown}</Card>
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
