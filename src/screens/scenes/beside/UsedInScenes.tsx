import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { wordsOfSetting } from '#gateway/rules/words/actions.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { housedAt } from '../housed.ts'
import { triggerLines } from '../rule-lines.ts'
import { useRuleEvents } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import styles from './beside.module.css'
import { names, nextRuns, settingsFor } from './next-run.ts'
import { useHomeRules } from './use-home-rules.ts'

/**
 * Which scenes set the device or wait for it, and what the clock will do with it next (mock 2-thermostat); of a room, those
 * that do so with one of its devices.
 */
export default function UsedInScenes({ params }: { params: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const telling = useTelling()
  const { definitions } = useEngine()
  const { home } = usePorts()
  useRuleEvents()
  const { device = '', room } = params
  const { heads } = useDevices()
  const those = heads.filter((head) => (room === undefined ? head.id === device : head.room?.id === room))
  const devices = those.map(housedAt)
  const rules = useHomeRules().filter((rule) => names(rule, devices))
  const where = useWhereabouts()
  const scene = definitions.screen('scene')
  if (rules.length === 0) return null
  const next = nextRuns(rules, where, now).find(({ rule }) => settingsFor(rule, device).length > 0)
  const [first] = next ? settingsFor(next.rule, device) : []
  return (
    <Card title={t(room === undefined ? 'scenes.beside.used' : 'scenes.beside.ofRoom')} flush>
      {next && first && (
        <p className={styles.quiet}>
          {t('scenes.beside.next', {
            when: words.moment(next.at, now, where.zone),
            name: next.rule.name,
            does: telling.tell(wordsOfSetting(first.device, first.setting, telling.naming)),
          })}
        </p>
      )}
      <ul className={styles.rows}>
        {rules.map((rule) => {
          const { times, devices, statuses } = triggerLines(rule, telling, { home, statuses: undefined })
          const [line] = [...times, ...devices, ...statuses]
          return (
            <li key={rule.id}>
              <Icon name={line?.icon ?? 'play'} size="small" />
              <span className={styles.words}>
                {scene ? <a href={hrefOf(scene, { scene_id: rule.id })}>{rule.name}</a> : rule.name}
                <small>{rule.active ? (line?.text ?? t('scenes.byHand')) : t('scenes.isInactive')}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
