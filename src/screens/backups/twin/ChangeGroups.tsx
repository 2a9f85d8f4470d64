import { type ReactNode, useId } from 'react'
import { KINDS } from '#gateway/lib/backups/content.ts'
import { useText } from '#i18n/useText.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import { Card } from '#ui/Card.tsx'
import styles from '../backups.module.css'

interface Props {
  title: string
  changes: readonly HomeChange[]
  row(change: HomeChange): ReactNode
}

/** What was changed, kind by kind. */
export function ChangeGroups({ title, changes, row }: Props) {
  return (
    <Card title={title} flush>
      {KINDS.map((kind) => ({ kind, some: changes.filter((one) => one.kind === kind) }))
        .filter(({ some }) => some.length > 0)
        .map(({ kind, some }) => (
          <Group key={kind} kind={kind}>
            {some.map(row)}
          </Group>
        ))}
    </Card>
  )
}

function Group({ kind, children }: { kind: HomeChange['kind']; children: ReactNode }) {
  const { t } = useText()
  const name = useId()
  return (
    <section aria-labelledby={name}>
      <header className={styles.kind}>
        <h3 id={name}>{t(`backups.kinds.${kind}`)}</h3>
      </header>
      <ul className={styles.lines}>{children}</ul>
    </section>
  )
}
