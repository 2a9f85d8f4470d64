import { ActionButtons } from '#engine/actions/ActionButtons.tsx'
import { useActions } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { drawnAs } from '#engine/cells/look.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useRuleEvents, useRules } from '../use-rules.ts'
import rows from './beside.module.css'
import styles from './glance.module.css'

/** Rows that a card has room for: its head takes most of one. */
const rowsIn = (height: number): number => Math.max(1, Math.floor((height * 94 - 68) / 49))
const ROWS = 3

/** Scenes to run from where one stands: those that ran last come first. */
export default function ScenesGlance({ params }: BlockProps) {
  const { t, say } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const zone = useHomeZone()
  const runner = useActions()
  useRuleEvents()
  const { data, isError, refetch } = useRules()
  const [list, scene] = [definitions.screen('scenes_list'), definitions.screen('scene')]
  const play = usesOf(['playRule'], definitions.resource('rule')?.actions ?? {}, situation)
  const rules = (data?.rules ?? [])
    .filter(({ draft, active }) => !draft && active)
    .toSorted((a, b) => (b.last_run?.at ?? 0) - (a.last_run?.at ?? 0) || a.name.localeCompare(b.name))
  return (
    <Card
      title={say('menu.scenes')}
      flush
      aside={
        list && (
          <a className={styles.all} href={hrefOf(list)}>
            {t('engine.list.allRows')}
          </a>
        )
      }
    >
      {isError && !data ? (
        <div className={rows.quiet}>
          <NotKnown onRetry={() => void refetch()}>{t('engine.list.failed')}</NotKnown>
        </div>
      ) : !data ? (
        <Skeleton height="120px" />
      ) : rules.length === 0 ? (
        <p className={rows.quiet}>{t('scenes.none')}</p>
      ) : (
        <ul className={rows.rows}>
          {rules.slice(0, rowsIn(Number(params.rows) || ROWS)).map((rule) => (
            <li key={rule.id}>
              <Badge {...drawnAs(rule.look, 'scenes')} size="small" />
              <span className={`${rows.words} ${styles.short}`}>
                {scene ? <a href={hrefOf(scene, { scene_id: rule.id })}>{rule.name}</a> : rule.name}
                {rule.last_run && (
                  <small>
                    {[
                      say(`status.last_run.outcome.${rule.last_run.outcome}`),
                      words.moment(rule.last_run.at, Date.now(), zone),
                    ].join(' · ')}
                  </small>
                )}
              </span>
              <ActionButtons terse size="dense" actions={play} runner={runner} bound={{ row: { ...rule } }} />
            </li>
          ))}
        </ul>
      )}
      {runner.overlays}
    </Card>
  )
}
