import { type ReactNode, useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { Button } from '#ui/Button.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Tag } from '#ui/Tag.tsx'
import alarmStyles from '../alarms.module.css'
import { PRIORITIES } from '../priorities.ts'
import { AlarmFields } from './AlarmFields.tsx'
import { Chain } from './Chain.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import styles from './define.module.css'
import { complete } from './figures.ts'
import { nameOf } from './name-of.ts'
import { TestButton } from './TestButton.tsx'
import { type Typed, useAlarmDraft } from './use-alarm-draft.ts'
import { When } from './When.tsx'
import { waitOf } from './wait-of.ts'
import { WAYS } from './ways.tsx'

interface Props {
  alarm: Alarm
  /** How long an answer is waited for at each level, in seconds. */
  seconds: number | undefined
  /** On a page of its own, which has its name as its title. */
  alone: boolean
  /** What is not saved of it; it outlives a look at another one. */
  typed: Typed
  onChanged(): void
  /** Until what is kept is read anew. */
  onSaved(): Promise<unknown>
  onDeleted(): void
}

/** One alarm beside the list: what it is, for administrators to change, and who hears of it when (mock 19-alarms). */
export function AlarmPanel({ alarm, seconds, alone, typed, onChanged, onSaved, onDeleted }: Props) {
  const { t } = useText()
  const { situation } = useEngine()
  const [deleting, setDeleting] = useState(false)
  const { name } = nameOf(alarm, language())
  const isAdmin = situation.role === 'admin'
  const may = (operation: string): boolean => isAdmin && !isOutOfReach({ operations: [operation] }, situation)
  const serialNumber = isAdmin ? undefined : situation.gateway?.serialNumber
  return (
    <section className={styles.panel} aria-label={name}>
      {!alone && (
        <header>
          <h2>{name}</h2>
          <Tag>{String(alarm.alarmId)}</Tag>
        </header>
      )}
      {may('updateAlarm') ? <Edit {...{ alarm, typed, onSaved }} /> : <Facts alarm={alarm} />}
      {!may('updateAlarm') && (
        <Part title={t('alarms.when.title')}>
          <When when={alarm.when} />
        </Part>
      )}
      <Part title={t('alarms.whoWhen')} aside={<TestButton alarm={alarm} size="dense" />}>
        {serialNumber === undefined ? (
          <p className={alarmStyles.muted}>
            {[
              t('alarms.homesSay'),
              ...(seconds === undefined ? [] : [t('alarms.waits', { time: waitOf(seconds) })]),
            ].join(' ')}
          </p>
        ) : (
          <Chain {...{ serialNumber, alarm, seconds, onChanged }} heading="h3" />
        )}
      </Part>
      {may('deleteAlarm') && (
        <div className={styles.part}>
          <Button look="danger" icon="trash" onClick={() => setDeleting(true)}>
            {t('alarms.deleteOf', { name })}
          </Button>
        </div>
      )}
      {deleting && <DeleteDialog alarm={alarm} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </section>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <div className={styles.partHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  )
}

function Edit({ alarm, typed, onSaved }: Pick<Props, 'alarm' | 'typed' | 'onSaved'>) {
  const { t } = useText()
  const drafted = useAlarmDraft(alarm, typed)
  const [figures, setFigures] = useState(typed[0].condition !== undefined)
  const form = useSubmit(async () => {
    if (drafted.nameless || Object.keys(drafted.wrong).length > 0) return
    const saved = await drafted.save()
    // Refused, what is kept may be what somebody else has saved meanwhile.
    await onSaved()
    if (!saved) return
    drafted.reset()
    setFigures(false)
    form.anew()
  })
  return (
    <form {...form.attributes} aria-label={t('alarms.edit')}>
      <div className={styles.part}>
        <AlarmFields alarm={drafted} tried={form.tried} />
      </div>
      <Part
        title={t('alarms.when.title')}
        aside={
          alarm.when &&
          !figures && (
            <Button size="dense" onClick={() => setFigures(true)}>
              {t('alarms.when.change')}
            </Button>
          )
        }
      >
        <When when={alarm.when && { ...alarm.when, ...complete(drafted.draft.condition) }} />
        {figures && alarm.when && <ConditionFields when={alarm.when} alarm={drafted} />}
      </Part>
      <div className={`${styles.part} ${styles.foot}`}>
        {drafted.changed && <Button onClick={drafted.reset}>{t('alarms.asItWas')}</Button>}
        {/* spec 3 §5: only what is otherwise can be saved. */}
        <Button type="submit" busy={form.busy} disabled={!drafted.changed}>
          {t('alarms.save')}
        </Button>
      </div>
    </form>
  )
}

/** What people of homes read of it. */
function Facts({ alarm: { alarmPriority, alarmName, alarmCode, wayOfNotify = {} } }: { alarm: Alarm }) {
  const { t } = useText()
  const { desc } = nameOf({ alarmName, alarmCode }, language())
  const priority = PRIORITIES.find(({ code }) => code === alarmPriority.alarmPriorityCode)
  const used = WAYS.filter((way) => wayOfNotify[way] === true).map((way) => t(`alarms.ways.${way}`))
  return (
    <div className={styles.part}>
      {desc && <p>{desc}</p>}
      <p className={styles.facts}>
        {priority && (
          <span className={alarmStyles.priority} data-priority={priority.code}>
            {t(`alarms.priority.${priority.name}`)}
          </span>
        )}
        <span>{used.length === 0 ? t('alarms.noWay') : used.join(', ')}</span>
      </p>
    </div>
  )
}
