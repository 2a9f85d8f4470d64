import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { useDoors, useEngine } from '#engine/engine.ts'
import { useNow } from '#engine/property/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { ObjectVersion, Rule } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toasts } from '#ui/toasts.ts'
import { failureWords } from './failure-words.ts'
import { differenceOf } from './rule-lines.ts'
import styles from './scene.module.css'
import { personWords } from './trigger-words.ts'
import { useHomeMoment } from './use-home-moment.ts'
import { useMore } from './use-more.tsx'
import { useAskAgain, useVersions } from './use-rules.ts'
import { useTelling } from './use-telling.ts'

const NONE: readonly ObjectVersion[] = []

interface VersionProps {
  version: ObjectVersion
  before: ObjectVersion | undefined
  /** Undefined for the present one, and where scenes are only run. */
  onRestore: (() => void) | undefined
  busy: boolean
}

const ruleOf = (version: ObjectVersion | undefined): Rule | undefined =>
  version?.value as unknown as Rule | undefined

function Version({ version, before, onRestore, busy }: VersionProps) {
  const { t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const telling = useTelling()
  const rule = ruleOf(version)
  const { gone, come } = rule
    ? differenceOf(ruleOf(before), rule, telling)
    : { gone: [] as const, come: [] as const }
  return (
    <details className={styles.run}>
      <summary>
        <span className={styles.words}>
          <span>{t(`scenes.versions.${version.change}`)}</span>
          <small>
            {moment(version.at, now)} · {personWords(version.user_id, telling)}
          </small>
        </span>
        <Icon name="chevron-down" size="small" />
      </summary>
      {gone.length + come.length === 0 ? (
        <p className={styles.quiet}>{t('scenes.versions.same')}</p>
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
        <Button size="dense" icon="retry" busy={busy} onClick={onRestore}>
          {t('scenes.versions.restore')}
        </Button>
      )}
    </details>
  )
}

/** Every version of the scene: who changed what and when, and the way back to it. */
export function Versions({ id }: { id: string }) {
  const text = useText()
  const { t } = text
  const { source } = useDoors()
  const { situation } = useEngine()
  const askAgain = useAskAgain()
  const versions = useVersions('rule', id).data?.versions ?? NONE
  const { shown, more } = useMore(versions)
  const [busy, setBusy] = useState<number>()
  if (versions.length === 0) return null
  const [present] = versions

  async function restore(version: number, undoTo: number | undefined): Promise<void> {
    setBusy(version)
    const result = await source.order('restore_object', { kind: 'rule', id, version })
    setBusy(undefined)
    if (!result.ok) return void toasts.show({ text: failureWords(result, text), tone: 'danger' })
    askAgain(ruleKeys.rule(id), ruleKeys.versions('rule', id))
    toasts.show({
      text: t('scenes.versions.restoredNow'),
      about: [`rule ${id}`],
      ...(undoTo !== undefined && { undo: () => void restore(undoTo, undefined) }),
    })
  }

  const fixed = situation.flags.has('ONLY_EXECUTE_SCENES')
  return (
    <Card title={t('scenes.versions.title')}>
      {shown.map((version, at) => (
        <Version
          key={version.version}
          version={version}
          before={versions[at + 1]}
          busy={busy === version.version}
          onRestore={at === 0 || fixed ? undefined : () => void restore(version.version, present?.version)}
        />
      ))}
      {more}
    </Card>
  )
}
