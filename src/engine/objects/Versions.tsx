import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Fold } from '#ui/page/Fold.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { isOutOfReach } from '../conditions/forbidden.ts'
import { useEngine, usePorts } from '../engine.ts'
import { failureText } from '../failure-text.ts'
import { useHomeMoment } from '../home-clocks.ts'
import { useNow } from '../property/state/useNow.ts'
import { useQuery, useQueryClient } from '../rows.ts'
import { compared } from './compared.ts'
import styles from './objects.module.css'
import { usePeople } from './people.ts'
import { personWords } from './person-words.ts'
import { failureWords } from './refusal.ts'
import { tell } from './tell.ts'
import { useMore } from './use-more.tsx'

export interface VersionsProps {
  of: Pick<ObjectVersion, 'kind' | 'id'>
  /** What a change of it is about, for its way back (`ToastMessage`). */
  about: string
  /** It as lines: two versions differ by theirs. */
  linesOf(version: ObjectVersion): readonly string[]
  /** It is only looked at. */
  fixed?: boolean
  onRestored?(): void
}

const NONE: readonly ObjectVersion[] = []
/** So many lines are read at a glance; more are folded. */
const GLANCE = 4

interface VersionProps {
  version: ObjectVersion
  by: string
  gone: readonly string[]
  come: readonly string[]
  busy: boolean
  onRestore: (() => void) | undefined
}

function Version({ version, by, gone, come, busy, onRestore }: VersionProps) {
  const { t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const count = gone.length + come.length
  return (
    <Fold
      title={t(`objects.change.${version.change}`)}
      note={`${moment(version.at, now)} · ${by}`}
      open={count <= GLANCE}
    >
      {count === 0 ? (
        <p className={styles.quiet}>{t('objects.same')}</p>
      ) : (
        <ul className={styles.difference}>
          {gone.map((line) => (
            <li key={`- ${line}`}>
              <del>{line}</del>
            </li>
          ))}
          {come.map((line) => (
            <li key={`+ ${line}`}>
              <ins>{line}</ins>
            </li>
          ))}
        </ul>
      )}
      {onRestore && (
        <Button size="dense" icon="undo" busy={busy} onClick={onRestore}>
          {t('objects.restore')}
        </Button>
      )}
    </Fold>
  )
}

/** Every version of an object: who changed what and when, and the way back to it. */
export function Versions({ of: { kind, id }, about, linesOf, fixed, onRestored }: VersionsProps) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('get_object_history', { kind, id }),
    queryFn: () => source.ask('get_object_history', { kind, id }),
    retry: false,
  })
  const versions = data?.versions ?? NONE
  const { shown, more } = useMore(versions)
  const [busy, setBusy] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const may = !fixed && !isOutOfReach({ commands: ['restore_object'] }, situation)
  const readers = { text, ...usePeople() }

  async function order(version: number) {
    const result = await source.order('restore_object', { kind, id, version })
    // Whatever shows it shows something else now.
    if (result.ok) void client.invalidateQueries({ queryKey: ['rows'] })
    return result
  }
  async function restore(version: number): Promise<void> {
    const present = versions[0]?.version ?? version
    setBusy(version)
    const result = await order(version).finally(() => setBusy(undefined))
    if (!result.ok) return setRefused(failureWords(result, text))
    setRefused(undefined)
    tell({ toast: (message) => toasts.show(message) }, result, t('objects.restored'), {
      of: [about],
      back: () => order(present),
    })
    onRestored?.()
  }

  if (error)
    return (
      <ErrorState bare title={t('objects.failed')} onRetry={() => void refetch()}>
        {failureText(error, text)}
      </ErrorState>
    )
  if (!data)
    return (
      <div aria-busy="true">
        <SkeletonLines lines={4} />
      </div>
    )
  if (versions.length === 0) return <p className={styles.quiet}>{t('objects.none')}</p>
  return (
    <>
      {refused !== undefined && <Notice tone="danger">{refused}</Notice>}
      {shown.map((version, at) => {
        const before = versions[at + 1]
        const { gone, come } = compared(before ? linesOf(before) : [], linesOf(version))
        return (
          <Version
            key={version.version}
            version={version}
            by={personWords(version.user_id, readers)}
            gone={gone}
            come={come}
            busy={busy === version.version}
            onRestore={may && at > 0 ? () => void restore(version.version) : undefined}
          />
        )
      })}
      {more}
    </>
  )
}
