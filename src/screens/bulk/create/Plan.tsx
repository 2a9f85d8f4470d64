import { useNow } from '#engine/property/state/useNow.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { BeforeAfter } from '#ui/page/BeforeAfter.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { Badge } from '#ui/Tag.tsx'
import { causeOf } from '../causes.ts'
import { ICONS } from './Content.tsx'
import { useActionWords } from './ContentWords.tsx'
import styles from './create.module.css'
import { typeOf } from './drafts.ts'
import { usePartWords } from './part-words.ts'

interface Props {
  plan: BulkPlan | undefined
  /** Of what is chosen above as it is now. */
  isFresh: boolean
  busy: boolean
  ready: boolean
  content: BulkContent | undefined
  onRun(): void
  onLeaveOut(code: string): void
}

const FIGURES = [
  { name: 'adds', icon: 'plus' },
  { name: 'replaces', icon: 'swap' },
  { name: 'same', icon: 'check' },
] as const

/** The dry run: what would change, and where it cannot. */
export function Plan({ plan, isFresh, busy, ready, content, onRun, onLeaveOut }: Props) {
  const { t, say } = useText()
  const words = useWords()
  const now = useNow()
  const button = (
    <Button size="dense" icon="refresh" busy={busy} disabled={!ready} onClick={onRun}>
      {t(plan && isFresh ? 'bulk.plan.again' : 'bulk.plan.run')}
    </Button>
  )
  return (
    <NumberedCard
      number={3}
      title={t('bulk.plan.title')}
      aside={
        <>
          {plan && (
            <span className={styles.time} data-old={!isFresh || undefined}>
              <Icon name="clock" size="small" />
              {isFresh
                ? t('bulk.plan.at', { at: words.moment(Date.parse(plan.at), now, READER) })
                : t('bulk.plan.old')}
            </span>
          )}
          {button}
        </>
      }
    >
      {!plan && <p className={styles.quiet}>{t('bulk.plan.none')}</p>}
      {plan && (
        <div className={styles.plan} data-old={!isFresh || undefined}>
          {FIGURES.filter(({ name }) => plan[name] > 0).map(({ name, icon }) => (
            <div key={name} className={styles.outcome}>
              <Badge icon={icon} tone={name === 'same' ? 'plain' : 'automation'} size="small" />
              <div>
                <strong>{t(`bulk.plan.${name}.title`)}</strong>
                <p>{t(`bulk.plan.${name}.text`)}</p>
              </div>
              <output>{words.number(plan[name])}</output>
              {plan.example?.says === name && <Example example={plan.example} content={content} />}
            </div>
          ))}
          {plan.parts && content && <Parts parts={plan.parts} content={content} />}
          {plan.causes.length > 0 && (
            <p className={styles.cannot}>
              <Icon name="ban" size="small" />
              {t('bulk.plan.cannot')}
              <span>{t('bulk.plan.count', { count: plan.cannot })}</span>
            </p>
          )}
          {plan.causes.map(({ code, count }) => {
            const { icon, tone } = causeOf(code)
            return (
              <div key={code} className={styles.outcome}>
                <Badge icon={icon} tone={tone} size="small" />
                <div>
                  <strong>{say(`bulk.causes.${code}.title`, code)}</strong>
                  <p>{say(`bulk.causes.${code}.text`)}</p>
                </div>
                <output>{words.number(count)}</output>
                <Button size="dense" onClick={() => onLeaveOut(code)}>
                  {t('bulk.plan.leaveOut')}
                </Button>
              </div>
            )
          })}
        </div>
      )}
    </NumberedCard>
  )
}

const OUTCOMES = ['adds', 'replaces', 'same', 'leftOut'] as const

/** What would become of each of several contents. */
function Parts({ parts, content }: { parts: NonNullable<BulkPlan['parts']>; content: BulkContent }) {
  const { t } = useText()
  const words = useWords()
  const { nameOf } = usePartWords()
  return (
    <section className={styles.parts} aria-label={t('bulk.plan.parts')}>
      <h3>{t('bulk.plan.parts')}</h3>
      <ul>
        {content.content_params.map((what, at) => {
          const part = parts[at]
          const said = OUTCOMES.filter((one) => (part?.[one] ?? 0) > 0)
          return (
            <li key={JSON.stringify(what)}>
              <Icon name={ICONS[typeOf(what)]} size="small" />
              <strong>{nameOf(what)}</strong>
              <span>
                {said
                  .map((one) => t(`bulk.plan.part.${one}`, { count: words.number(part?.[one] ?? 0) }))
                  .join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How one home is today, and how it would be. */
function Example({
  example,
  content,
}: {
  example: NonNullable<BulkPlan['example']>
  content: BulkContent | undefined
}) {
  const { t } = useText()
  const wordsOf = useActionWords()
  const { iconName } = usePartWords()
  const what = content?.content_params[example.part ?? 0]
  const said = (path: string, value: string): { what: string; value: string } => {
    if (what?.name === 'update_scenario_status' && path === 'icon')
      return { what: t('bulk.icon'), value: iconName(value) }
    if (what?.name === 'update_scenario_status' && path === 'group') return { what: t('bulk.group'), value }
    if (what?.name !== 'create_rule') return { what: path, value }
    if (path === 'time') return { what: t('bulk.when'), value }
    const [service_name = '', property_name = ''] = path.split('.')
    const plain = value === 'true' || value === 'false' ? value === 'true' : Number(value)
    return wordsOf({ service_name, property_name, value: plain })
  }
  return (
    <div className={styles.example}>
      <BeforeAfter
        sunken
        heads={[example.gateway.name, t('bulk.plan.today'), t('bulk.plan.after')]}
        rows={example.rows.map(({ what: path, today, after }) => ({
          name: said(path, after).what,
          first: today === undefined ? '–' : said(path, today).value,
          coming: after === '' ? '–' : said(path, after).value,
        }))}
      />
    </div>
  )
}
