import { useDeferredValue, useMemo, useState } from 'react'
import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { moodOf } from '#gateway/rules/words/triggers.ts'
import { language } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { EditorContext, useEditor } from '../builder/draft/editor.ts'
import type { RuleInBuilding } from '../builder/draft/rule-edit.ts'
import { Preview } from '../builder/Preview.tsx'
import { START } from '../builder/place.ts'
import {
  deviceSentence,
  runSentence,
  type Speech,
  silenceSentence,
  statusSentence,
  sunSentence,
  timeSentence,
  useSpeech,
} from '../builder/sentences.ts'
import { useWebAddressList } from '../calls/out/use-web-addresses.ts'
import { type HomeFacts, statusMeant } from '../recipes/fit.ts'
import { useHomeFacts } from '../recipes/use-home-facts.ts'
import { statusName } from '../status-words.ts'
import styles from './ask.module.css'
import type { Answers } from './reading.ts'
import { sceneLanguages } from './scene-languages.ts'
import { LONGEST } from './tokens.ts'
import { understanding } from './understand.ts'

interface Props {
  sentence: string
  onTaken(): void
}

/** What was understood, as the sentences of the scene that it would be; and what was not. Nothing is stored by it. */
export default function Answer(props: Props) {
  const facts = useHomeFacts()
  return facts ? <Understood {...props} facts={facts} /> : <SkeletonLines lines={3} />
}

function Understood({ sentence, onTaken, facts }: Props & { facts: HomeFacts }) {
  const text = useText()
  const { t } = text
  const editor = useEditor()
  const speech = useSpeech()
  const read = useReading(facts)
  const said = useDeferredValue(sentence)
  const [answers, setAnswers] = useState<Answers>({})
  const words = {
    action: (number: number) => t('builder.action.name', { number }),
    tell: (rule: RuleInBuilding) => firstTrigger(rule, speech) ?? t('asking.told'),
  }
  const { rule, gaps, questions, tooLong } = read(said, editor.rule, words, answers)
  const open = questions.length > 0
  const take = (): void => {
    if (!rule || open) return
    editor.change(rule)
    editor.go(START)
    toasts.show({ text: t('asking.taken') })
    onTaken()
  }
  return (
    <div className={styles.answer} role="status">
      {tooLong && <p>{t('asking.tooLong', { count: LONGEST })}</p>}
      {rule && (
        <>
          <h2>{t('asking.understood')}</h2>
          <EditorContext value={{ ...editor, rule }}>
            <div className={styles.scene}>
              <Preview />
            </div>
          </EditorContext>
        </>
      )}
      {gaps.length > 0 && (
        <Notice tone="warn">
          <strong>{t('asking.notUnderstood')}</strong>
          <ul className={styles.gaps}>
            {gaps.map(({ text: piece, why }) => (
              <li key={piece}>{t(`asking.gaps.${why}`, { text: piece })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!rule && !open && !tooLong && <p>{t('asking.nothing')}</p>}
      {questions.map(({ text: name, choices }) => (
        <SelectField
          key={name}
          label={t('asking.which', { text: name })}
          value={answers[name] ?? ''}
          choices={[
            { value: '', label: t('asking.choose') },
            ...choices.map(({ id, name: device, room }) => ({
              value: id,
              label: room === undefined ? device : t('asking.device', { name: device, room }),
            })),
          ]}
          onChange={(id) => setAnswers({ ...answers, [name]: id })}
        />
      ))}
      {(rule || open) && (
        <div>
          <Button look="main" why={open ? t('asking.unanswered') : undefined} onClick={take}>
            {t('asking.take')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Both languages are understood, whichever the page speaks: the person's own counts first. */
function useReading({ heads, statuses }: HomeFacts) {
  const { source, home } = usePorts()
  const text = useText()
  const { data: list } = useQuery(ruleQueries(source).list())
  const { data: called } = useWebAddressList()
  const floors = home.floors()
  const own = language()
  return useMemo(() => {
    const others = languages.filter((one) => one !== own)
    return understanding(
      [own, ...others].map((one) => sceneLanguages[one]),
      {
        heads,
        floors: floors ?? [],
        statuses,
        scenes: (list?.rules ?? []).flatMap(({ id, name, draft }) => (draft ? [] : [{ id, name }])),
        addresses: called?.addresses ?? [],
        words: text,
        statusMeant: (meaning) => statusMeant(statuses, meaning),
        statusName: (name) => statusName(name, text),
      },
    )
  }, [heads, statuses, floors, list, called, own, text])
}

/** What sets the scene off first, as its page says it. */
function firstTrigger(rule: RuleInBuilding, speech: Speech): string | undefined {
  const [device] = rule.event_triggers ?? []
  if (device) return deviceSentence(device, moodOf(rule), speech).text
  const [status] = rule.statuses ?? []
  if (status) return statusSentence(status, speech).text
  const [time] = rule.time_triggers ?? []
  if (time) return timeSentence(time, speech).text
  const [silence] = rule.silence_triggers ?? []
  if (silence) return silenceSentence(silence, speech).text
  const [run] = rule.run_triggers ?? []
  if (run) return runSentence(run, speech).text
  const [sun] = rule.sun_triggers ?? []
  return sun && sunSentence(sun, speech).text
}
