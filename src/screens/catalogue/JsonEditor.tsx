import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import styles from './studio.module.css'

interface Props {
  label: string
  text: string
  problems: readonly CatalogueProblem[]
  readOnly: boolean
  onChange(text: string): void
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', color: 'var(--color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-gutters': {
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text-muted)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--color-surface-hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--color-primary-tint) !important',
  },
  // Instead of its own pictures, which are data addresses and kept out by the page's policy (B-02).
  '.cm-lintRange-error, .cm-lintRange-active': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-danger)',
  },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--color-danger)' },
  '.cm-lint-marker-error': {
    content: 'none',
    borderRadius: '50%',
    background: 'var(--color-danger)',
  },
  '.cm-tooltip': {
    background: 'var(--color-surface-raised)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-line)',
  },
})

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--color-primary-text)' },
    { tag: tags.string, color: 'var(--color-text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warn-text)' },
  ]),
)

/** Lines and columns count from one, and a text may have become shorter since it was judged. */
function diagnosticOf(doc: Text, { line, column, message, remedy }: CatalogueProblem): Diagnostic {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const start = Math.min(from + Math.max(column - 1, 0), to)
  const word = /^(?:"(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(text.slice(start - from))?.[0].length ?? 1
  return {
    from: start,
    to: Math.min(start + word, to),
    severity: 'error',
    message: remedy === undefined ? message : `${message} (${remedy})`,
  }
}

/** JSON with line numbers, and what is wrong where it stands. */
export function JsonEditor({ label, text, problems, readOnly, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changed = useEffectEvent(onChange)
  const first = useRef(text)

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
          json(),
          look,
          colours,
          EditorView.lineWrapping,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          // Tab indents here; Escape and then Tab leads on (WCAG 2.1.2).
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        ],
      }),
    })
    view.current = editor
    return () => {
      first.current = editor.state.doc.toString()
      editor.destroy()
    }
  }, [label, readOnly])

  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== text)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])

  useEffect(() => {
    const editor = view.current
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map((problem) => diagnosticOf(editor.state.doc, problem)),
        ),
      )
  }, [problems])

  return <div ref={frame} className={styles.editor} />
}
