/** The print style sheet: black on white, for any office printer. */
import { Markup } from './markup.ts';

export const style = new Markup(`<style>
  @page { size: A4 portrait; margin: 12mm 12mm 16mm; }
  * { margin: 0; padding: 0; box-sizing: border-box; }
  body { color: #000; font: 9.5pt/1.35 'Segoe UI', 'Helvetica Neue', 'Noto Sans', Arial, sans-serif; }
  section { break-after: page; }
  section:last-child { break-after: auto; }
  header { margin-bottom: 4mm; }
  h1 { font-size: 15pt; }
  h1 span { margin-left: 3mm; font-weight: 400; }
  h2 { margin: 5mm 0 2mm; font-size: 11pt; break-after: avoid; }
  .quiet { color: #444; }
  table { width: 100%; border-collapse: collapse; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th { padding: 1mm 2mm; border-bottom: 0.4mm solid #000; font-size: 8pt; text-align: left; vertical-align: bottom; }
  td { padding: 1.5mm 2mm; border-bottom: 0.2mm solid #888; vertical-align: top; overflow-wrap: anywhere; }
  td.notes, td.result { white-space: pre-line; }
  .number { width: 11mm; text-align: right; white-space: nowrap; }
  th.number { white-space: normal; }
  .time { width: 29mm; }
  .notes { width: 40mm; }
  .place { width: 34mm; }
  .result { width: 62mm; }
  .signature { width: 38mm; }
  tr.signed { height: 16mm; }
  td.signature { border-left: 0.2mm solid #888; }
  tr.end td { color: #444; }
  .box { width: 14mm; }
  .box span { display: inline-block; width: 5mm; height: 5mm; border: 0.3mm solid #000; }
  table.sums { width: 90mm; margin-bottom: 4mm; }
  table.sums tr:last-child td { border-top: 0.4mm solid #000; font-weight: 600; }
</style>`);
