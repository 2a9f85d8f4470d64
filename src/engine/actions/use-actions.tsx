import { type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { type BindingRoots, bind, bindAll } from '#lib/bindings.ts'
import type { Action, Outcome } from '#schemas/generated/definitions/action.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { FORBIDDEN, isForbidden } from '../conditions/forbidden.ts'
import { holds } from '../conditions/holds.ts'
import { type Definitions, numberLimit, PortsContext, useEngine, useSource } from '../engine.ts'
import { failureText } from '../failure-text.ts'
import type { Send, Sent } from '../forms/use-sending.ts'
import { hrefOf } from '../href.ts'
import { withWords } from '../lazy-part.ts'
import type { ActionResult, Bound } from '../ports.ts'
import type { ActionContext } from './code-action.ts'
import type { Each } from './each.ts'
import { outcomeOf } from './outcomes.ts'
import { sentOf } from './sent.ts'

// Nothing asks before somebody acts.
const AlertDialog = lazy(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }))
const AskDialog = lazy(async () => ({ default: (await import('./AskDialog.tsx')).AskDialog }))
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))
const OtpDialog = lazy(async () => ({ default: (await import('./OtpDialog.tsx')).OtpDialog }))

export interface Done {
  result: ActionResult
  outcome: Outcome | undefined
}

export interface ActionRunner {
  /** Asks first where the action says so; undefined when the answer was no, or will only come later. */
  run(name: string, action: Action, bound: Bound): Promise<Done | undefined>
  /** Whether this action is under way, for this row. */
  busy(name: string, bound: Bound): boolean
  /** Whether any is under way: what it changes may be heard of before it is over. */
  underWay: boolean
  /** Dialogs of running actions; the screen draws it once. */
  overlays: ReactNode
}

let nextOverlay = 1

// Nor is anything done with several rows.
const sayEach: Each = async (rows, task) => {
  const part = await withWords(import('./say-each.ts'), ['handling'])
  return await part.sayEach(rows, task)
}

/** Before sign-in there is no router: the browser itself goes there. */
function leave(to: string | number): void {
  if (typeof to === 'number') history.go(to)
  else location.assign(to)
}

/** What the question lists: the parts of a text. */
function listed(action: Action, roots: BindingRoots): readonly string[] | undefined {
  if (!('lists' in action) || action.lists === undefined) return undefined
  const parts = String(bind(action.lists, roots) ?? '').split(',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function screenOf(definitions: Definitions, id: string) {
  const screen = definitions.screen(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  return screen
}

/** Orders that can still be taken back: whoever leaves the screen or the page has decided. */
function useUndoable() {
  const pending = useRef<ReadonlySet<() => void>>(new Set())
  useEffect(() => {
    const decide = (): void => {
      for (const close of pending.current) close()
    }
    addEventListener('pagehide', decide)
    return () => {
      removeEventListener('pagehide', decide)
      decide()
    }
  }, [])

  return (text: string, carryOut: () => void): void => {
    const over = (): void => {
      pending.current = new Set([...pending.current].filter((one) => one !== close))
    }
    const close = toasts.show({
      text,
      // Nothing has been changed yet.
      about: [],
      undo: over,
      gone: () => {
        over()
        carryOut()
      },
    })
    pending.current = new Set([...pending.current, close])
  }
}

/** Runs the actions of a screen: confirmation, the call, its outcome, what follows. */
export function useActions(refetch: () => void = () => {}, each: Each = sayEach): ActionRunner {
  const engine = useEngine()
  const ports = use(PortsContext)
  const source = useSource()
  const text = useText()
  const { say } = text
  const [overlays, setOverlays] = useState<ReadonlyMap<number, ReactNode>>(new Map())
  const [busy, setBusy] = useState<{ name: string; row: unknown }>()
  const { definitions, situation, go = leave } = engine
  const asking = useRef<ReadonlySet<string>>(new Set())
  const undoable = useUndoable()

  function overlay(node: ReactNode): () => void {
    const id = nextOverlay++
    setOverlays((shown) => new Map(shown).set(id, node))
    return () => setOverlays((shown) => new Map([...shown].filter(([other]) => other !== id)))
  }

  function ask<T>(draw: (answer: (value: T) => void) => ReactNode): Promise<T> {
    return new Promise((resolve) => {
      const close = overlay(
        draw((value) => {
          close()
          resolve(value)
        }),
      )
    })
  }

  const goto: ActionContext['goto'] = (id, params) => go(hrefOf(screenOf(definitions, id), params))

  const context = (action: Action, bound: Bound): ActionContext => ({
    bound,
    params: bindAll('params' in action ? action.params : undefined, {
      ...bound,
      session: situation.session,
      gateway: situation.gateway,
    }),
    situation,
    ports,
    limit: (name) => numberLimit(definitions, name),
    goto,
    go,
    refetch,
    each,
    toast: (message) => toasts.show(message),
    overlay,
    alert: (name) => ask((close) => <AlertDialog name={name} onClose={() => close(undefined)} />),
  })

  async function perform(name: string, action: Action, bound: Bound): Promise<ActionResult> {
    if ('goto' in action) {
      goto(action.goto, context(action, bound).params)
      return { ok: true, data: undefined }
    }
    if ('code' in action) {
      const actions = typeof engine.actions === 'function' ? await engine.actions() : engine.actions
      const code = actions[action.code]
      if (!code) throw new Error(`src/screens has no action ${action.code}`)
      return await code(context(action, bound))
    }
    if (!source) throw new Error('Calls need a session')
    const { rows } = bound
    if (!rows) return await source.act(action, bound)
    const { taskOf } = await import('./say-each.ts')
    return await each(rows, taskOf(name, action, source))
  }

  async function follow(action: Action, result: ActionResult): Promise<Done> {
    const outcome = outcomeOf(action, result)
    if (outcome?.toast)
      toasts.show({ text: say(`toasts.${outcome.toast}`), tone: result.ok ? 'plain' : 'danger' })
    const then = 'then' in action && result.ok ? action.then : undefined
    if (outcome?.refetch || then === 'refetch') refetch()
    if (outcome?.goto) goto(outcome.goto)
    else if (then === 'back') go(-1)
    return { result, outcome }
  }

  async function confirmed(name: string, action: Action, bound: Bound): Promise<boolean> {
    if (!('confirm' in action) || action.confirm === undefined) return true
    const roots = { ...bound, session: situation.session, gateway: situation.gateway }
    const typed = action.confirm === 'typed' && action.typed ? String(bind(action.typed, roots)) : undefined
    return await ask((answer) => (
      <ConfirmDialog
        name={name}
        danger={action.intent === 'danger'}
        typed={typed}
        of={listed(action, roots) ?? bound.rows?.map(({ name: one }) => String(one))}
        about={bound.row && { name: bound.row.name }}
        onAnswer={answer}
      />
    ))
  }

  /** A dialog that stays until what was entered has led to something that needs no other try. */
  function entered<T>(
    draw: (submit: (value: T) => Promise<Sent>, close: () => void) => ReactNode,
    work: (value: T) => Promise<Done>,
  ): Promise<Done | undefined> {
    return new Promise((resolve) => {
      const over = (done: Done | undefined): void => {
        close()
        resolve(done)
      }
      const submit = async (value: T): Promise<Sent> => {
        const done = await work(value)
        const sent = sentOf(done, text)
        // Where the action itself says what a refusal leads to, there is nothing to try again.
        if (!sent.stays || (done.outcome && !sent.fields && sent.failure === undefined)) over(done)
        return sent
      }
      const close = overlay(draw(submit, () => over(undefined)))
    })
  }

  const asked = (name: string, action: Extract<Action, { ask?: string }> & { ask: string }, bound: Bound) =>
    entered(
      (submit: Send, close) => (
        <AskDialog
          name={name}
          form={action.ask}
          values={bindAll(action.asked, {
            ...bound,
            session: situation.session,
            gateway: situation.gateway,
          })}
          onSubmit={submit}
          onClose={close}
        />
      ),
      (form) => carryOut(name, action, { ...bound, form }),
    )

  async function withCode(name: string, action: Action, bound: Bound): Promise<Done | undefined> {
    const otp = 'otp' in action ? action.otp : undefined
    if (!otp || !ports) throw new Error(`The action ${name} does not say what its one-time code is for`)
    const of = String(bind(otp.of, { ...bound, session: situation.session, gateway: situation.gateway }))
    const send = () => ports.source.sendCode(otp.action, of)
    try {
      await send()
    } catch {
      toasts.show({ text: text.t('engine.otp.notSent'), tone: 'danger' })
      return undefined
    }
    return await entered(
      (submit: (code: string) => Promise<Sent>, close) => (
        <OtpDialog
          onCode={submit}
          onAgain={otp.again && !holds(otp.again, situation) ? undefined : send}
          onClose={close}
        />
      ),
      (code) => carryOut(name, action, { ...bound, otp: code }),
    )
  }

  async function carryOut(name: string, action: Action, bound: Bound): Promise<Done> {
    setBusy({ name, row: bound.row })
    try {
      return await follow(action, await perform(name, action, bound))
    } catch (error) {
      return fell(error)
    } finally {
      setBusy(undefined)
    }
  }

  /** Nothing else shows why an action ended on its way: no answer, code that did not come, a fault of its own. */
  function fell(error: unknown): Done {
    toasts.show({ text: failureText(error, text), tone: 'danger' })
    const { code } = Object(error) as { code?: unknown }
    if (typeof code !== 'string') reportError(error)
    return {
      result: { ok: false, code: String(code ?? ''), message: '', reported: true },
      outcome: undefined,
    }
  }

  /** Said at once, and answered as the server would have: whoever waits for it goes on. */
  function keptBack(name: string): Done {
    toasts.show({ text: text.t('engine.forbidden'), about: [`forbidden ${name}`] })
    return { result: { ok: false, code: FORBIDDEN, message: '', reported: true }, outcome: undefined }
  }

  /** A second press before the dialog is there would open another above it, or send another code. */
  async function once(name: string, work: () => Promise<Done | undefined>): Promise<Done | undefined> {
    if (asking.current.has(name)) return undefined
    asking.current = new Set([...asking.current, name])
    try {
      return await work()
    } finally {
      asking.current = new Set([...asking.current].filter((one) => one !== name))
    }
  }

  async function run(name: string, action: Action, bound: Bound): Promise<Done | undefined> {
    if (isForbidden(action, engine)) return keptBack(name)
    if ('confirm' in action && action.confirm === 'undo') {
      // Done when the chance to take it back is over (docs/behaviour.md, "Undo rather than a question").
      undoable(say(`toasts.undo.${name}`), () => void carryOut(name, action, bound))
      return undefined
    }
    if ('ask' in action && action.ask !== undefined) {
      const form = action.ask
      return await once(name, () => asked(name, { ...action, ask: form }, bound))
    }
    if (!('confirm' in action) || action.confirm === undefined) return await carryOut(name, action, bound)
    if (action.confirm === 'otp') return await once(name, () => withCode(name, action, bound))
    return await once(name, async () =>
      (await confirmed(name, action, bound)) ? await carryOut(name, action, bound) : undefined,
    )
  }

  const drawn = [...overlays].map(([id, node]) => <Suspense key={id}>{node}</Suspense>)
  return {
    run,
    // While a dialog of it waits for the person, nobody waits for it.
    busy: (name, { row }) => busy?.name === name && busy.row === row && overlays.size === 0,
    underWay: busy !== undefined,
    overlays: drawn,
  }
}
