/** Given names of Arabic, Persian, Turkish and Urdu origin; the form of a line is in given-western.ts. */
export const givenMuslim = `
mohammed muhammad mohamed mohammad muhammed mohamad mohd md muhamad mohammod mahomed mahomet mouhamed mohamud muhamed mukhammad magomed mohamet muhammet mehmed mehmet memet mamadou mamadu mihammad muhamet mahammad mammad ~mo ~moha محمد مُحَمَّد מוחמד 穆罕默德 ムハンマド мухаммад
ahmed ahmad ahmet achmed ahmat akhmed akhmad akhmat ahmadu amadou hmed achmad أحمد احمد אחמד 艾哈迈德 アフマド
mahmoud mahmud mehmood mahmood mahmut makhmud makhmoud mahamoud mamoud محمود マフムード 马哈茂德
hamed hammed حامد
hamid hameed hamide حميد
hamad hammad حمد
hamza hamzah hamzeh khamza حمزة حمزه
hassan hasan hassane hasen khasan khassan حسن 哈桑 ハサン חסן
hussein hussain husain husayn hosein hossein hussien hussin huseyin hosain housseine hocine khusein huseyn husein hussayn hüseyin houssein hoseyn حسين حسین 侯赛因 フセイン חוסיין
hassanein hasanain حسنين
ali aly алі علي علی アリ 阿里 עלי
alia aliya alya aaliyah عالية علياء
omar umar omer oumar ömer umer عمر オマル 奥马尔 עומר
amr amro amru عمرو
amir ameer emir أمير امیر امير
amer aamer aamir عامر
ammar عمار
amin ameen emin amine أمين امین امين
anas enes أنس انس
anwar anwer enver anouar أنور انور
arafat عرفات
arif aref areef عارف
asad assad esad esed أسد اسد
asadullah asadollah اسدالله
ashraf achraf eshref أشرف اشرف
asma asmaa esma أسماء اسماء
atef atif عاطف
ayman aiman aymen eymen أيمن ايمن
aziz azeez عزيز عزیز
aziza azizah عزيزة
badr badar بدر
bahaa baha بهاء
bakr bekir bakir abubakr abubakar aboubakar abubaker aboubacar abu-bakr أبوبكر بكر
bashar bachar bashshar بشار
bashir basheer bachir beshir bešir بشير
basim bassem bassim basem باسم
bassam بسام
bilal belal bilel bilaal بلال
daoud dawood
dina دينا
ehab ihab إيهاب ايهاب
emad imad عماد
essam isam issam عصام
fadi fadhi فادي
fadel fadhil fadl fazel fazil فاضل
fahd fahad فهد
faisal faysal feisal faycal feysal faizal فيصل
farhad فرهاد
farid fareed ferid férid فريد فرید
faruk farouk farooq faruq фарук فاروق
farah فرح
fatima fatimah fatma fatemeh fatime fatouma fatimata fatemah faatima فاطمة فاطمه 法蒂玛
fawaz fawwaz فواز
fawzi fauzi fevzi fouzi فوزي
fayez faiz faez fayez فايز
firas feras فراس
fuad fouad fuat fouwad فؤاد فواد
ghassan gassan غسان
gamal jamal jamaal cemal djamal jammal جمال
jamil gamil cemil djamil jameel جميل جمیل
jamila djamila cemile gamila جميلة
habib habeeb حبيب
hadi hady al-hadi هادي
hafez hafiz hafeez hafız حافظ حافظ
haitham haytham haithem هيثم
hakim hakeem حكيم
hala هالة
halim haleem حليم
hani hany هاني
haris harith حارث
hashem hashim hachem haşim هاشم
hatem hatim حاتم
hazem hazim حازم
hisham hesham hicham hishaam هشام
hosni husni حسني
huda hoda houda هدى
husam hossam hussam hosam houssam حسام
imran emran omran عمران
iqbal ikbal إقبال اقبال
isa issa eissa essa iesa عيسى عیسی
ismail ismael esmail ismaeel esmaeil ismayil ismaël ishmael izmail smail إسماعيل اسماعيل ישמעאל
iyad eyad ayad إياد اياد
izzat ezzat izzet عزت
jaafar jafar ja'far jaffar jafer caʼfer cafer djafar giafar جعفر
jabir jaber gaber gabir جابر
jabbar جبار
jalal galal celal djalal jalaal جلال
jamshid jamsheed cemsid جمشید
jihad gihad cihat cihad جهاد
jumah juma gomaa goma jumaa جمعة
kadir qadir qader kader kadeer qadeer قدير قادر
kamal kemal kamaal كمال کمال
kamil kamel كامل
kareem karim kerim كريم کریم
karam كرم
karima كريمة
kasim qasim qassim qasem qassem kassem kassim ghasem gassim kasem قاسم
kazem kadhim kazim kadhem كاظم کاظم
khaled khalid halid khaleed chaled خالد
khalil khelil halil khaleel خليل خلیل
khalifa khalifah خليفة
khamis khamees خميس
khadija khadijah khadeeja hatice khadidja خديجة
laila leila layla leyla lila laylah ليلى لیلا
latif lateef لطيف
lutfi loutfi لطفي
lina لينا
luqman lokman lukman لقمان
maher mahir ماهر
mahdi mehdi mahdy مهدي مهدی
majed magid maged ماجد
majid majeed mecid مجيد مجید
malik malek مالك
mamdouh mamduh ممدوح
mansour mansur mansoor منصور
marwan merouane مروان
masoud massoud masud masood mas'ud mesut masaud مسعود
maysara ميسرة
mazen mazin مازن
moaz muaz muadh moath معاذ
moustafa mustafa mostafa mustapha moustapha mustafo musthafa مصطفى مصطفی
muammar moammar mouammar moamer muamer معمر
mubarak mubarek moubarak mobarak مبارك
mujahid mojahed مجاهد
mukhtar mokhtar muhtar mochtar مختار
mundhir munther monzer munzir منذر
munir mounir moneer muneer منير
muqtada moqtada مقتدى
murtada murtaza morteza mortada murtadha مرتضى مرتضی
muslim moslem مسلم
mutassim mutasim moatassem معتصم
nabil nabeel nabiel نبيل
nader nadir نادر
nadim nadeem نديم
nadia nadiya نادية
nael nail نائل
naim naeem naeim نعيم
naji nagi ناجي
najib nagib naguib najeeb necip nadjib نجيب
nasir nasser naser nassir ناصر
nasr نصر
nasim naseem نسيم
nawaf nawwaf نواف
nawaz nevaz نواز
nazir nadhir nazeer نظیر نذير
nidal nedal نضال
nizar nezar نزار
nour nur noor nuur نور
nouri nuri noori نوري نوری
nurhan nourhan
omran
osama usama ousama osamah usamah oussama üsame أسامة اسامة اسامه
osman uthman othman usman ousmane otman uthmaan عثمان
qais qays kais kays قيس
qusay qusai kusay قصي
rabih rabie rabi ربيع
rafiq rafik rafic rafique refik رفيق رفیق
raed raid رائد
raghad رغد
rahim raheem رحيم رحیم
rahman rehman رحمن
ramadan
rami ramy رامي
rania رانيا
rashid rasheed rachid raschid reşit rashed rached rasheid راشد رشيد رشید
rashad rishad reşat رشاد
raouf rauf raoof رؤوف
reem rim ريم
reza rida ridha riza redha rıza رضا
riad riyad riadh riyadh رياض
sabah صباح
sabri sabry صبري
saad sa'd saʿd سعد
sadiq sadegh sadik sadek sadeq صادق
sadia سعدية
saddam sadam صدام
saeed said saïd sa'id saeid saiid said سعيد سعید
safwan صفوان
salah salaheddine salah-eddin صلاح
saladin salahuddin salah-al-din salahaddin selahattin صلاح‌الدین
saleh salih salleh صالح
salem سالم
salim selim saleem سليم سلیم
salman selman سلمان
salma selma سلمى
salwa سلوى
samer سامر
samir sameer semir سمير سمیر
samira سميرة
sami samy سامي
sayed sayyid sayyed syed seyed seyyed saiyid sayid سيد سید
seif saif sayf seyf سيف
shadi شادي
shafiq shafik شفيق
shahid shaheed شهيد شاهد
shahbaz şahbaz شهباز
shakib chakib shakeeb شكيب
shakir shaker شاكر
shamil
sharif sherif cherif shareef şerif شريف شریف
shukri choukri şükrü شكري
siraj serag siraç سراج
sirajuddin sirajeddin sirajoddin سراج‌الدین
sohail suhail suheil سهيل
subhi sobhi صبحي
suhaila سهيلة
suha soha سهى
sultan soltan سلطان
taha طه
tahir taher tahar طاهر
talal طلال
talib taleb طالب
talat talaat طلعت
tamer tamir تامر
tarek tariq tarik tareq tarique طارق
tayyip tayeb tayyib tayib طيب
turki turky تركي
uday odai oday عدي
umaima أميمة
umm um أم
wael wail وائل
waleed walid oualid velid وليد ولید
wasim waseem wassim وسيم
yasar yassar يسار
yasser yasir yaser yassir ياسر یاسر
yasin yassin yassine yaseen ياسين
yazid yazeed يزيد
younis
zafar zafer ظفر
zahir zaher زاهر ظاهر
zahra zohra zahraa zehra زهراء زهرا
zaid zayd zeid زيد
zayed زايد
zainab zaynab zeinab zeynep zineb zaineb زينب
zaki zeki زكي
zein zain zayn زين
ziad ziyad زياد
zubair zubayr zoubeir الزبير زبير
zuhair zuhayr zouheir زهير
zulfiqar zulfikar dhulfiqar zulfiquar ذوالفقار ذو‌الفقار
abdullah abdallah abdulla abdellah abdollah abdulah abdulloh abdullahi عبدالله عبداللّه 阿卜杜拉
abdulrahman abdurrahman abdelrahman abdrahman abdalrahman abderrahmane abdur-rahman abdurakhman abdulrahmon عبدالرحمن عبدالرحمان
abdulrahim abdelrahim abdurrahim abdulraheem عبدالرحيم
abdulaziz abdelaziz abdalaziz abdul-aziz abdülaziz عبدالعزيز
abdulkarim abdelkarim abdelkrim abdalkarim abdolkarim عبدالكريم عبدالکریم
abdulkadir abdelkader abdulqadir abdulqader abdelqader abdulkader عبدالقادر
abdulhamid abdelhamid abdalhamid abdülhamid عبدالحميد
abdullatif abdellatif abdallatif عبداللطيف
abdulmalik abdelmalek abdalmalik عبدالملك
abdulmajid abdelmajid abdalmajid عبدالمجيد
abdulmanan abdulmannan عبدالمنان
abdulwahab abdelwahab abdulwahhab abdalwahab عبدالوهاب
abdulsalam abdelsalam abdussalam abdeslam abdusalam عبدالسلام
abdulsattar abdussattar عبدالستار
abdulrashid abdurrashid abdelrashid عبدالرشيد
abdulrazzaq abdelrazak abdurrazzaq abdulrazak abdirizak عبدالرزاق
abdulghani abdelghani abdulgani عبدالغني
abdulhakim abdelhakim عبدالحكيم
abdulhadi abdelhadi عبدالهادي
abdulfattah abdelfattah abdalfattah abdulfatah عبدالفتاح
`
