import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { fleetPrintOf } from './fleet-print.ts'
import type { Printable } from './print.ts'
import { reportOf } from './report.ts'

const font = (weight: 'Regular' | 'Medium'): string =>
  fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${weight}.ttf`))
const Roboto = { normal: font('Regular'), bold: font('Medium') }
/** Nothing that somebody wrote leads to a file or an address. */
const files: ReadonlySet<string> = new Set(Object.values(Roboto))
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => files.has(path))
pdfmake.addFonts({ Roboto })

const wanted = workerData as Printable
const pages = wanted.of === 'fleet' ? fleetPrintOf(wanted.report) : reportOf(wanted.report)
const made = await pdfmake.createPdf(pages).getBuffer()
parentPort?.postMessage(made)
