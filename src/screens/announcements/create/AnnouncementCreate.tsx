import { useEffect, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import type { Refused } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { language as spoken } from '#i18n/i18n.ts'
import { READER } from '#i18n/local-words.ts'
import { Speaking } from '#i18n/Speaking.tsx'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { isUncertain } from '#lib/silence.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useFirstFault } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { Board } from '#ui/page/Board.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { mostBy, WAY_OF } from '../limits.ts'
import { Preview } from '../Preview.tsx'
import { CODE_LENGTH, Code } from './Code.tsx'
import {
  contentOf,
  type Draft,
  emptyDraft,
  type Fault,
  faultsIn,
  type Language,
  momentOf,
  TYPES,
} from './draft.ts'
import { Moment } from './Moment.tsx'
import { Recipients } from './Recipients.tsx'
import { Words } from './Words.tsx'

const SENDS = { email: 'sendEmail', pushMobile: 'sendPush', whatsapp: 'sendWhatsapp' } as const

/** A new announcement: whom it is for, what it says, when, and the code that sends it. */
export function AnnouncementCreate() {
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const now = useNow()
  const { source } = usePorts()
  const { go, situation, definitions } = useEngine()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  /** Before anything was typed: nothing, or a template. */
  const [begin, setBegin] = useState<Draft>(emptyDraft)
  const [language, setLanguage] = useState<Language>(spoken)
  const [code, setCode] = useState('')
  const [pressed, setPressed] = useState(false)
  const [busy, setBusy] = useState<'try' | 'send'>()
  const [question, ask] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [codeFault, setCodeFault] = useState<string>()
  const [begun, setBegun] = useState(false)
  const [unanswered, setUnanswered] = useState(false)
  const change = (some: Partial<Draft>): void => setDraft((before) => ({ ...before, ...some }))

  const [address] = useAddress()
  const template = address.get('template')
  const from = useQuery({
    queryKey: rowsKey('readTemplate', { templateId: template }),
    queryFn: ({ signal }) => source.load('readTemplate', { templateId: template ?? '' }, signal),
    enabled: template !== null,
  })
  const [taken, take] = useState<string>()
  if (from.data && taken !== from.data._id) {
    const { _id, name, notificationType, announcement_details: words } = from.data
    const next: Draft = {
      ...draft,
      ...{ name, topic: 'NEWS', types: [WAY_OF[notificationType]], template: { _id, name } },
      words: { ...draft.words, [language]: { title: words.title, text: words.message } },
    }
    take(_id)
    setDraft(next)
    setBegin(next)
  }
  useUnsaved(draft !== begin && busy !== 'send' && !begun)

  const { types, filterType, filter, topic } = draft
  const most = mostBy(types)
  const isChosen = filterType === 'all' || filter.length > 0
  const asked = { types: [...types], filterType, topicType: topic, filter: [...filter] }
  const planned = useQuery({
    queryKey: rowsKey('planAnnouncement', asked),
    queryFn: ({ signal }) => source.load('planAnnouncement', asked, signal),
    enabled: isChosen,
    placeholderData: (before) => before,
  })
  const plan = isChosen ? planned.data : undefined
  const count = plan?.ways.reduce((sum, way) => sum + way.count, 0) ?? 0

  const { ref: choices, look } = useFirstFault<HTMLDivElement>()
  const faults = faultsIn(draft, { ...most, now })
  const told = (fault: Fault): string =>
    fault.startsWith('missing.') ? say(`announcements.${fault}`) : say(`codes.${fault}`)
  const shown = (...some: readonly Fault[]): string | undefined => {
    const fault = pressed ? faults.find((one) => some.includes(one)) : undefined
    return fault && told(fault)
  }

  const tryOut = async (): Promise<void> => {
    setPressed(true)
    look()
    const [fault] = faults.filter((one) => one !== 'FILTER_EMPTY')
    if (fault) return
    setBusy('try')
    const answer = await source.call('tryAnnouncement', {
      types: [...types] as never,
      content: contentOf(draft, now),
    })
    setBusy(undefined)
    if (!answer.ok) return
    const to = answer.data.to.filter(({ state }) => state !== 'failed').map((one) => one.to)
    toasts.show(
      to.length > 0
        ? { text: t('announcements.tried', { count: to.length, to: to.join(', ') }) }
        : { text: t('announcements.triedNowhere'), tone: 'danger' },
    )
  }

  const noResponse = (): void => {
    setUnanswered(true)
    toasts.show({ text: t('announcements.noResponse'), tone: 'danger' })
  }
  /** spec 3 §8: the first thing that is wrong in a dialog; that nothing was answered, as a toast. */
  const tell = (answer: Refused): void => {
    if (answer.code === 'OTP_INVALID' || answer.code === 'OTP_REQUIRED') {
      setCodeFault(failureText(answer, text))
      return look()
    }
    if (!answer.status) return noResponse()
    if (isUncertain(answer)) setUnanswered(true)
    setRefused(failureText(answer, text))
  }
  const send = async (): Promise<void> => {
    ask(false)
    const [first] = TYPES.filter((type) => types.includes(type))
    if (!first) return
    setBusy('send')
    setCodeFault(undefined)
    const answer = await source.call(SENDS[first], contentOf(draft, Date.now()), {
      told: ['other'],
      otp: code,
    })
    setBusy(undefined)
    if (!answer.ok) return tell(answer)
    // What was carried out is what the answer names; one that names nothing is none.
    if (!answer.data?._id) return noResponse()
    setUnanswered(false)
    toasts.show({ text: t('announcements.inQueue') })
    void client.invalidateQueries({ queryKey: rowsKey('listAnnouncements') })
    setBegun(true)
  }
  const press = (): void => {
    setPressed(true)
    look()
    if (faults.length > 0) return
    if (code.length !== CODE_LENGTH) return setCodeFault(t('announcements.codeNeeded'))
    if (filterType === 'all') ask(true)
    else void send()
  }

  // spec 3 §4: it is read that it is in the queue before the log opens.
  const list = definitions.screen('announcement_log')
  const log = list ? hrefOf(list) : '/'
  const wait = numberLimit(definitions, 'announcementNavigationDelay')
  useEffect(() => {
    if (!begun) return
    const timer = setTimeout(() => go?.(log), wait)
    return () => clearTimeout(timer)
  }, [begun, go, log, wait])

  const at = momentOf(draft, now)
  const [worst] = pressed ? faults : []
  return (
    <>
      <PageHeader
        title={t('announcements.new')}
        crumb={{ label: t('announcements.log'), href: log }}
        context={t('announcements.nothingSent')}
        actions={
          <>
            <Button icon="user" busy={busy === 'try'} onClick={() => void tryOut()}>
              {t('announcements.tryOut')}
            </Button>
            <Button
              look="main"
              icon={at === undefined ? 'announce' : 'calendar'}
              busy={busy === 'send'}
              disabled={begun}
              onClick={press}
            >
              {at !== undefined
                ? t(draft.moment === 'repeat' ? 'announcements.repeatFrom' : 'announcements.schedule', {
                    date: words.moment(at, now, READER),
                  })
                : count > 0
                  ? t('announcements.send', { count })
                  : // As long as the number that comes, so that nothing moves when it does.
                    t(
                      isChosen && planned.isPending ? 'announcements.sendCounting' : 'announcements.sendNone',
                    )}
            </Button>
          </>
        }
      />
      {from.isError && (
        <NotKnown onRetry={() => void from.refetch()}>{failureText(from.error, text)}</NotKnown>
      )}
      {unanswered && (
        // Its code is good once: whoever tries again reads that it is not valid, also where it has been sent.
        <Notice
          tone="warn"
          urgent
          action={
            <a {...buttonLook({ size: 'dense' })} href={log}>
              {t('announcements.log')}
            </a>
          }
        >
          {t('announcements.maybeSent')}
        </Notice>
      )}
      {worst && (
        <Notice tone="danger" urgent>
          {told(worst)}
        </Notice>
      )}
      <Board
        ref={choices}
        beside={
          <Speaking language={language}>
            <Preview
              name={`${t('announcements.preview')}, ${t(`announcements.languages.${language}`)}`}
              words={draft.words[language]}
              ways={{
                phone: draft.types.some((type) => type !== 'email') || draft.types.length === 0,
                mail: draft.types.includes('email'),
              }}
              at={momentOf(draft, now) ?? now}
              fileName={draft.file?.name}
              refusable={draft.topic === 'NEWS'}
              person={String(situation.session.firstName ?? '')}
              gateway={situation.gateway?.name ?? t('shell.product')}
            />
          </Speaking>
        }
      >
        <Recipients
          draft={draft}
          onChange={change}
          plan={plan}
          onRecount={planned.isError ? () => void planned.refetch() : undefined}
          error={shown('NO_ANNOUNCEMENT_TYPE')}
        />
        <Words
          draft={draft}
          onChange={change}
          language={language}
          onLanguage={setLanguage}
          most={most}
          errors={{
            title: shown('missing.title'),
            text: shown('missing.text'),
            file: shown('FILE_NEEDS_EMAIL'),
          }}
        />
        <Moment
          draft={draft}
          onChange={change}
          now={now}
          error={shown('missing.day', 'missing.delay', 'DATE_IN_PAST')}
        />
        <Code
          name={draft.name.trim()}
          code={code}
          onCode={(next) => {
            setCode(next)
            setCodeFault(undefined)
          }}
          again={!situation.flags.has('HIDE_RESEND_OTP_OPTION')}
          error={codeFault}
        />
      </Board>
      {question && (
        <ConfirmDialog
          title={t('announcements.ask.title')}
          text={t('announcements.ask.text', { count })}
          yes={t('announcements.ask.yes')}
          destroys={false}
          onYes={() => void send()}
          onClose={() => ask(false)}
        />
      )}
      {refused && (
        <Dialog
          open
          title={t('announcements.notCreated')}
          onClose={() => setRefused(undefined)}
          actions={<Button onClick={() => setRefused(undefined)}>{t('announcements.close')}</Button>}
        >
          <p>{refused}</p>
        </Dialog>
      )}
    </>
  )
}
