/** What registers in other languages call the fields that nearly all have. */
export const otherWords = {
  title: ["título", "titre", "titel", "titolo", "заголовок", "название", "タイトル", "件名", "标题", "標題", "제목"],
  author: [
    "autor",
    "autores",
    "autoren",
    "auteur",
    "auteurs",
    "autore",
    "autori",
    "decisores",
    "décideurs",
    "entscheider",
    "автор",
    "авторы",
    "作成者",
    "著者",
    "決定者",
    "作者",
    "决策者",
    "작성자",
  ],
  status: [
    "estado",
    "estatus",
    "statut",
    "stato",
    "durum",
    "статус",
    "состояние",
    "ステータス",
    "状態",
    "状态",
    "狀態",
    "상태",
  ],
  date: ["fecha", "datum", "data", "tarih", "дата", "日付", "日時", "日期", "날짜"],
} as const;

const statusWords: ReadonlySet<string> = new Set(["status", ...otherWords.status]);
const fieldWords: ReadonlySet<string> = new Set([...statusWords, "date", ...otherWords.date, ...otherWords.author]);

/** Whether a heading or a key is the word for the status in some language. */
export const isStatusWord = (word: string): boolean => statusWords.has(word.toLowerCase());

/** Whether a heading is the word for a field of decision records. */
export const isFieldWord = (word: string): boolean =>
  fieldWords.has(word.toLowerCase()) || /^(?:deciders|decision[- ]makers|authors?)$/i.test(word);
