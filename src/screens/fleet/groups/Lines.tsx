import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { GroupLine } from '#schemas/generated/entities/group-line.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './AddToGroup.module.css'

const ICONS: Readonly<Record<GroupLine['outcome'], IconName>> = {
  added: 'check',
  already: 'info',
  twice: 'info',
  unknown: 'alert',
}
/** Lines that are listed whatever they are; behind them only those with something to say. */
const PLAIN = 8
/** So many are drawn at once: of a list in which nearly all is unknown nobody reads more. */
const DRAWN = 100

/** How many are fine, wrong and there already, then line by line; of many that are fine only how many more there are. */
export function Lines({
  lines,
  onMeant,
}: {
  lines: readonly GroupLine[]
  onMeant(given: string, meant: string): void
}) {
  const { t } = useText()
  const count = (outcomes: readonly GroupLine['outcome'][]): number =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length
  const [fine, wrong, there] = [count(['added']), count(['unknown']), count(['already', 'twice'])]
  const [drawn, setDrawn] = useState(DRAWN)
  const told = lines
    .map((line, at) => ({ ...line, number: at + 1 }))
    .filter(({ outcome }, at) => at < PLAIN || outcome !== 'added')
  const shown = told.slice(0, drawn)
  return (
    <>
      <p className={styles.sums}>
        <span data-outcome="added">
          <Icon name="check" size="small" />
          {t('groupsOf.fine', { count: fine })}
        </span>
        {wrong > 0 && (
          <span data-outcome="unknown">
            <Icon name="alert" size="small" />
            {t('groupsOf.wrong', { count: wrong })}
          </span>
        )}
        {there > 0 && (
          <span data-outcome="already">
            <Icon name="info" size="small" />
            {t('groupsOf.there', { count: there })}
          </span>
        )}
      </p>
      <ol className={styles.lines}>
        {shown.map(({ number, given, outcome, name, kind, meant }) => (
          <li key={number} data-outcome={outcome}>
            <span className={styles.number}>{number}</span>
            <span className={styles.words}>
              <code>{given}</code>
              <small>
                {outcome === 'added'
                  ? name
                  : meant
                    ? t('groupsOf.meant', { meant })
                    : t(`groupsOf.outcomes.${outcome}`, { name: name ?? given })}
              </small>
            </span>
            {meant ? (
              <Button size="dense" onClick={() => onMeant(given, meant)}>
                {t('groupsOf.useMeant')}
              </Button>
            ) : (
              <Icon name={outcome === 'added' && kind === 'user' ? 'user' : ICONS[outcome]} size="small" />
            )}
          </li>
        ))}
      </ol>
      {told.length > shown.length && (
        <Button size="dense" onClick={() => setDrawn(drawn + DRAWN)}>
          {t('groupsOf.moreLines', { count: told.length - shown.length })}
        </Button>
      )}
      {lines.length > told.length && (
        <p className={styles.more}>{t('groupsOf.more', { count: lines.length - told.length })}</p>
      )}
    </>
  )
}
