import type { CSSProperties } from 'react'
import type { RehearsedRun } from '#gateway/rules/runs/in-their-turn.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Recording } from './recorded.ts'
import styles from './rehearsal.module.css'
import type { Rehearsed } from './use-rehearsed.ts'

const DAY = 86_400_000
/** Dots that stand closer than that would only make a bar. */
const STEPS = 400

/** One dot for all runs that fall on the same spot. */
function spots(runs: readonly RehearsedRun[], { from, to }: Recording): readonly number[] {
  const places = runs.map(({ at }) => Math.round(((at - from) / (to - from)) * STEPS))
  return [...new Set(places)].map((place) => place / STEPS)
}

function Lane({
  label,
  runs,
  recording,
  tone,
}: {
  label: string
  runs: readonly RehearsedRun[]
  recording: Recording
  tone: 'new' | 'old'
}) {
  return (
    <div className={styles.lane} data-tone={tone}>
      <span className={styles.label}>{label}</span>
      <div className={styles.track}>
        {spots(runs, recording).map((place) => (
          <span key={place} className={styles.dot} style={{ '--at': place } as CSSProperties} />
        ))}
      </div>
    </div>
  )
}

/** The period as a line a version, a dot for each run. The list below says the same in words. */
export function Timeline({ recording, rehearsed }: { recording: Recording; rehearsed: Rehearsed }) {
  const { t } = useText()
  const words = useWords()
  const { from, to } = recording
  const days = Math.round((to - from) / DAY)
  const { edited, saved } = rehearsed
  return (
    <div className={styles.timeline} aria-hidden="true" style={{ '--days': days } as CSSProperties}>
      <Lane
        label={t(saved ? 'rehearsal.edited' : 'rehearsal.scene')}
        runs={edited}
        recording={recording}
        tone="new"
      />
      {saved && <Lane label={t('rehearsal.saved')} runs={saved} recording={recording} tone="old" />}
      <div className={styles.ends}>
        <span>{words.date(from)}</span>
        <span>{t('rehearsal.now')}</span>
      </div>
    </div>
  )
}
