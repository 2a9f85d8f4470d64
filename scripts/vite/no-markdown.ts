import type { ReactNode } from 'react'

/** Stands in for markdown-to-jsx: rjsf could draw Markdown in descriptions, and ours are plain sentences. */
export const Markdown = ({ children }: { children?: ReactNode }): ReactNode => children
