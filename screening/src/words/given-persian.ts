/** Given names of Arabic, Persian, Turkish and Urdu origin, continued; the form of a line is in given-western.ts. */
export const givenPersian = `
abdulbasit abdelbaset عبدالباسط
abdulbari abdelbari عبدالباري
abdulhaq abdelhak abdulhaqq عبدالحق
abdulmohsen abdelmohsen عبدالمحسن
abdulmonem abdelmonem عبدالمنعم
abdulnasser abdelnasser عبدالناصر
abdulqayyum abdulqayum عبدالقیوم
abdulsamad abdussamad عبدالصمد
nasrallah nasrullah nasrollah نصرالله
nasruddin nasreddin nasraddin نصرالدين
jalaluddin jalaleddin celaleddin celalettin jalaladdin جلال‌الدين جلالالدين
nuruddin noureddine nureddin nurettin nooruddin نورالدين
shamsuddin shamseddin shamsaddin شمس‌الدین شمسالدين
izzuddin ezzedine izzedin izzaddin عزالدين
badruddin badreddine bedreddin بدرالدين
fakhruddin fakhreddin fahrettin فخرالدين
saifuddin seifeddine sayfuddin saifaddin سيف‌الدين
taqiuddin taqieddin
kamaluddin kemaleddin kamaleddin كمالالدين
alauddin aladdin alaeddin alaeddine علاءالدين
alaa ala علاء
hibatullah haibatullah hebatollah هبت‌الله
rahmatullah rahmatollah
ruhollah ruhullah روح‌الله
saifullah sayfullah
inayatullah enayatollah
habibullah habibollah حبیب‌الله
najibullah najibollah نجیب‌الله
atiqullah
burhanuddin burhaneddin برهان‌الدین
ghulam gholam golam غلام
gholamreza غلامرضا
gul گل
gulbuddin گلبدین
جان
akbar ekber اکبر أكبر
abbas عباس
arash آرش
ardeshir ardashir اردشیر
babak بابک
bahram behram بهرام
behnam بهنام
behrouz behruz بهروز
behzad بهزاد
dariush
ebrahim
esfandiar اسفندیار
farshid فرشید
farzad فرزاد
fereydoun fereidoun fereydun فریدون
hooshang hushang هوشنگ
hormoz هرمز
houman هومان
iraj ایرج
kaveh کاوه
kamran کامران
keyvan kayvan کیوان
khosrow khosro khusraw خسرو
kourosh cyrus kurosh kyros کوروش
manouchehr manuchehr منوچهر
masoumeh معصومه
mehran مهران
mohsen muhsin mohsin محسن
mojtaba mujtaba مجتبی
nahid ناهید
nasrin نسرین
parviz parvez pervez pervaiz پرویز
parisa پریسا
qasem
ramin رامین
rostam
saeedeh
shahram شهرام
shahrokh شاهرخ
shapour shapur شاپور
shirin شیرین
siavash سیاوش
soheila سهیلا
soraya süreyya ثریا
vahid wahid وحید وحيد
zohreh زهره
ahmet
alper
arda
aykut
ayse ayşe aisha aicha ayesha aysha aishah عائشة عایشه
baris barış
berat
burak
bulent bülent
can
cem
cengiz genghis chingiz
cetin çetin
deniz
devlet
dogan doğan
ece
ekrem akram ikram أكرم اکرم
elif
emine amina ameena aminah آمنة أمينة
emre
erdal
erdogan erdoğan
erkan
erol
ertugrul ertuğrul
fethullah fathullah fathallah
gokhan gökhan
gulsen gülşen
hakan
haluk
ibrahim
ilker
kenan كنعان
kerem
kivanc
levent
mesut
metin
mert
necmettin
nazim nazem nadhim ناظم
oguz oğuz
okan
onur
ozan
ozgur özgür
recep rajab ragab redzep رجب
selcuk selçuk
serdar sardar سردار
serkan
sinan
tansu
tarkan
tayfun
tolga
tuncay
turgut
ufuk
ugur uğur
umit ümit
volkan
yavuz
yilmaz
yildirim
zeki
azhar أزهر ازهر
aslam اسلم
asif asef آصف
atta ata عطا
babar baber بابر
benazir بے نظیر
bhutto
faizan
fazal fazl فضل
hina
imtiaz imtiyaz امتیاز
irfan erfan عرفان
javed jawed جاوید
jawad javad jawwad جواد
junaid جنيد جنید
khurshid khurshed خورشید
liaquat liaqat
maqbool maqbul مقبول
mir میر
nadeem
naseer نصیر
obaid ubaid عبيد
obaidullah ubaidullah عبیداللہ عبيدالله
qamar قمر
rizwan ridwan رضوان
safdar
shaukat
sohail
tanveer tanvir
tayyab
wajid واجد
waqar وقار
yaqoob
zardari
zia ziya diya ضیاء ضياء
ziauddin
oumar
ousmane
amadou
mamadou
moussa
boubacar aboubacar
cheikh
idriss idris idrees edris إدريس ادريس
ibrahima
souleymane
seydou
siaka
sekou
tidiane
abdoulaye
aissatou
aminata
fatoumata
mariama
siad
farah
warsame
yusuf
bakari
juma
hashi
aden adan
`
