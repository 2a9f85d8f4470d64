import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { type Text, useText } from '#i18n/useText.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { saidIn } from '../said.ts'
import type { Knowledge } from '../schema/suggest.ts'
import styles from '../studio.module.css'
import { completion } from './complete.ts'
import { faultNotes, fixProblem, goTo, showFaults } from './faults.ts'
import { look } from './look.ts'

/** What the editor says by itself, and the text of ours that it says instead. */
const PHRASES = {
  find: 'Find',
  next: 'next',
  previous: 'previous',
  all: 'all',
  matchCase: 'match case',
  regexp: 'regexp',
  byWord: 'by word',
  replaceBy: 'Replace',
  replace: 'replace',
  replaceAll: 'replace all',
  close: 'close',
  currentMatch: 'current match',
  onLine: 'on line',
  replacedAt: 'replaced match on line $',
  replacedAll: 'replaced $ matches',
  goToLine: 'Go to line',
  go: 'go',
  completions: 'Completions',
  diagnostics: 'Diagnostics',
  noDiagnostics: 'No diagnostics',
  unchanged: '$ unchanged lines',
} as const

const phrasesIn = ({ t }: Text): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(PHRASES) as (keyof typeof PHRASES)[]).map((name) => [
      PHRASES[name],
      t(`catalogue.editor.${name}`),
    ]),
  )

interface Comparison {
  /** The text that ours is held against. */
  other: string
  /** What takes a part of the other text; keeps ours, where there is a choice. */
  take?: string
  keep?: string
}

/** Where two texts differ: the other's lines stand above ours, each difference with what can be done about it. */
const compare = ({ other, take, keep }: Comparison): Extension =>
  unifiedMergeView({
    original: other,
    collapseUnchanged: { margin: 3, minSize: 6 },
    mergeControls: (kind, act) => {
      const label = kind === 'reject' ? take : keep
      if (label === undefined) return document.createElement('span')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('mousedown', act)
      // A keyboard presses without a mouse.
      button.addEventListener('click', (event) => {
        if (event.detail === 0) act(event)
      })
      return button
    },
  })

/** What is done with the text from outside of it. */
export interface EditorHandle {
  find(): void
  goTo(problem: CatalogueProblem): void
  /** By its place in the list of problems. */
  fix(index: number): void
  /** Another text altogether; it can be taken back too. */
  replace(text: string): void
  /** Puts something in the place of a part, as one step that can be taken back. */
  put(from: number, to: number, insert: string): void
}

interface Props {
  label: string
  /** To begin with; from then on the editor has the text, and tells of every change. */
  text: string
  problems: readonly CatalogueProblem[]
  knowledge: Knowledge | undefined
  comparison: Comparison | undefined
  /** It is looked at, not written. */
  fixed?: true
  onChange(text: string): void
  /** Where the caret is now. */
  onCaret(offset: number): void
  ref: Ref<EditorHandle>
}

/** JSON with line numbers, what may stand where, and what is wrong where it stands. */
export function JsonEditor({
  label,
  text,
  problems,
  knowledge,
  comparison,
  fixed,
  onChange,
  onCaret,
  ref,
}: Props) {
  const words = useText()
  const fix = words.t('catalogue.editor.fix')
  // As a text, so that it is the same as long as it says the same.
  const own = JSON.stringify(phrasesIn(words))
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const parts = useRef({ comparison: new Compartment(), phrases: new Compartment() })
  const known = useRef(knowledge)
  const changed = useEffectEvent(onChange)
  const moved = useEffectEvent(onCaret)
  const first = useRef(text)

  useEffect(() => {
    known.current = knowledge
  }, [knowledge])

  useEffect(() => {
    const host = frame.current
    if (!host) return
    // Its styles go into a shadow of its own: the page's policy lets no style element into the page itself (B-02).
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          lintGutter(),
          search({ top: true }),
          json(),
          completion(() => known.current),
          faultNotes,
          look,
          parts.current.comparison.of([]),
          parts.current.phrases.of([]),
          EditorView.lineWrapping,
          EditorState.readOnly.of(fixed === true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
            if (update.docChanged || update.selectionSet) moved(update.state.selection.main.head)
          }),
          // Tab indents here; Escape and then Tab leads on (WCAG 2.1.2).
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
        ],
      }),
    })
    view.current = editor
    return () => {
      first.current = editor.state.doc.toString()
      editor.destroy()
    }
  }, [label, fixed])

  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.phrases.reconfigure(EditorState.phrases.of(JSON.parse(own))),
    })
  }, [own])

  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.comparison.reconfigure(comparison ? compare(comparison) : []),
    })
  }, [comparison])

  useEffect(() => {
    if (view.current) showFaults(view.current, problems, (problem) => saidIn(problem, words), fix)
  }, [problems, fix, words])

  useImperativeHandle(ref, () => ({
    find: () => void (view.current && openSearchPanel(view.current)),
    goTo: (problem) => void (view.current && goTo(view.current, problem)),
    fix: (index) => void (view.current && fixProblem(view.current, index)),
    replace(next) {
      const editor = view.current
      editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: next } })
    },
    put(from, to, insert) {
      view.current?.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.pick',
      })
      view.current?.focus()
    },
  }))

  return <div ref={frame} className={styles.editor} data-fixed={fixed} />
}
